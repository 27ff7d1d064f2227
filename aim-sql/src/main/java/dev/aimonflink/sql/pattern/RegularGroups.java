package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.pattern.RegularProgram.Choice;
import dev.aimonflink.sql.pattern.RegularProgram.Group;
import dev.aimonflink.sql.pattern.RegularProgram.Node;
import dev.aimonflink.sql.pattern.RegularProgram.Repeat;
import dev.aimonflink.sql.pattern.RegularProgram.Sequence;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds what groups take of a match, as PostgreSQL does: earlier parts take as much as they can (or as little, if lazy) while the whole
 * still matches; of alternatives the first that matches; of repetitions, the last.
 */
final class RegularGroups {
    /** Whether a part prefers many characters or few; a part of fixed length has no preference. */
    private enum Taste {
        NONE,
        MANY,
        FEW
    }

    private final Node whole;
    private final int count;
    private final int position;
    private final IdentityHashMap<Node, RegularProgram> programs = new IdentityHashMap<>();

    /** The first part of a node, and the rest. */
    private final IdentityHashMap<Node, Node[]> halves = new IdentityHashMap<>();

    RegularGroups(Node whole, int count, int position) {
        this.whole = whole;
        this.count = count;
        this.position = position;
    }

    int count() {
        return count;
    }

    int position() {
        return position;
    }

    boolean isLazy() {
        return taste(whole) == Taste.FEW;
    }

    private static Taste taste(Node node) {
        if (node instanceof Group group) {
            return taste(group.node());
        } else if (node instanceof Choice) {
            return Taste.MANY;
        } else if (node instanceof Sequence sequence) {
            return sequence.nodes().stream()
                    .map(RegularGroups::taste)
                    .filter(each -> each != Taste.NONE)
                    .findFirst()
                    .orElse(Taste.NONE);
        } else if (node instanceof Repeat repeat) {
            return repeat.fewest() == repeat.most() ? taste(repeat.node()) : repeat.isLazy() ? Taste.FEW : Taste.MANY;
        } else {
            return Taste.NONE;
        }
    }

    private static boolean hasGroups(Node node) {
        if (node instanceof Group group) {
            return group.number() > 0 || hasGroups(group.node());
        } else if (node instanceof Choice choice) {
            return choice.branches().stream().anyMatch(RegularGroups::hasGroups);
        } else if (node instanceof Sequence sequence) {
            return sequence.nodes().stream().anyMatch(RegularGroups::hasGroups);
        } else {
            return node instanceof Repeat repeat && repeat.most() != 0 && hasGroups(repeat.node());
        }
    }

    /** Programs are made when needed, for all texts. */
    private synchronized RegularProgram program(Node node) {
        RegularProgram known = programs.get(node);
        if (known == null) {
            known = new RegularProgram(position);
            known.emit(node);
            programs.put(node, known);
        }
        return known;
    }

    /** The bounds of the whole match and of each group; -1 for one without a part in it. */
    int[] of(String text, int begin, int end, RegularSearch.Steps steps) {
        Dissection dissection = new Dissection(text, steps);
        dissection.places[0] = begin;
        dissection.places[1] = end;
        dissection.part(whole, begin, end);
        return dissection.places;
    }

    private synchronized Node[] halves(Node node) {
        Node[] known = halves.get(node);
        if (known == null) {
            known = node instanceof Repeat repeat ? halvesOf(repeat) : halvesOf((Sequence) node);
            halves.put(node, known);
        }
        return known;
    }

    /** All repetitions but the last, and the last. */
    private static Node[] halvesOf(Repeat repeat) {
        Repeat before = new Repeat(
                repeat.node(), repeat.fewest() - 1, repeat.most() < 0 ? -1 : repeat.most() - 1, repeat.isLazy());
        return new Node[] {before, repeat.node()};
    }

    /** Parts without wanted groups and of one taste are joined to one, like the first of the others. */
    private Node[] halvesOf(Sequence sequence) {
        List<Node> nodes = sequence.nodes();
        int length = 0;
        Taste taste = Taste.NONE;
        while (length < nodes.size() && isPlain(nodes.get(length))) {
            Taste next = taste(nodes.get(length));
            if (taste != Taste.NONE && next != Taste.NONE && next != taste) {
                break;
            }
            taste = taste == Taste.NONE ? next : taste;
            length++;
        }
        if (length == 0) {
            return firstAlone(nodes);
        }
        List<Node> others = nodes.subList(length, nodes.size());
        Node rest = new Sequence(others);
        halves.put(rest, firstAlone(others));
        return new Node[] {new Sequence(nodes.subList(0, length)), rest};
    }

    private static Node[] firstAlone(List<Node> nodes) {
        return new Node[] {nodes.get(0), new Sequence(nodes.subList(1, nodes.size()))};
    }

    /** Whether it has no wanted groups, and does not mix lazy with greedy. */
    private static boolean isPlain(Node node) {
        return !hasGroups(node) && !(prefers(node, Taste.MANY) && prefers(node, Taste.FEW));
    }

    private static boolean prefers(Node node, Taste taste) {
        List<Node> parts;
        if (node instanceof Group group) {
            parts = List.of(group.node());
        } else if (node instanceof Choice choice) {
            parts = choice.branches();
        } else if (node instanceof Sequence sequence) {
            parts = sequence.nodes();
        } else {
            parts = node instanceof Repeat repeat ? List.of(repeat.node()) : List.of();
        }
        return taste(node) == taste || parts.stream().anyMatch(part -> prefers(part, taste));
    }

    /** One match. */
    private final class Dissection {
        private final String text;
        private final RegularSearch.Steps steps;
        private final int[] places = new int[2 * count + 2];
        private final IdentityHashMap<Node, RegularSearch> searches = new IdentityHashMap<>();

        Dissection(String text, RegularSearch.Steps steps) {
            this.text = text;
            this.steps = steps;
            Arrays.fill(places, -1);
        }

        private RegularSearch search(Node node) {
            return searches.computeIfAbsent(node, each -> new RegularSearch(program(each), text, steps));
        }

        void part(Node node, int begin, int end) {
            if (!hasGroups(node)) {
                return;
            }
            if (node instanceof Group group) {
                if (group.number() > 0) {
                    places[2 * group.number()] = begin;
                    places[2 * group.number() + 1] = end;
                }
                part(group.node(), begin, end);
            } else if (node instanceof Choice choice) {
                for (Node branch : choice.branches()) {
                    if (search(branch).isWhole(begin, end)) {
                        part(branch, begin, end);
                        return;
                    }
                }
            } else if (node instanceof Sequence sequence) {
                if (sequence.nodes().size() == 1) {
                    part(sequence.nodes().get(0), begin, end);
                } else {
                    halves(node, taste(RegularGroups.this.halves(node)[0]), begin, end);
                }
            } else {
                repeated((Repeat) node, begin, end);
            }
        }

        private void halves(Node node, Taste taste, int begin, int end) {
            Node[] halves = RegularGroups.this.halves(node);
            int[] ends = search(halves[0]).ends(begin, end);
            for (int i = 0; i < ends.length; i++) {
                int middle = ends[taste == Taste.FEW ? i : ends.length - 1 - i];
                if (search(halves[1]).isWhole(middle, end)) {
                    // Only the last repetition is kept.
                    if (node instanceof Sequence) {
                        part(halves[0], begin, middle);
                    }
                    part(halves[1], middle, end);
                    return;
                }
            }
        }

        private void repeated(Repeat repeat, int begin, int end) {
            if (repeat.fewest() == 1 && repeat.most() == 1) {
                part(repeat.node(), begin, end);
            } else if (repeat.fewest() > 0) {
                halves(repeat, taste(repeat), begin, end);
            } else if (begin < end) {
                part(repeat.node(), beginOfLast(repeat, begin, end), end);
            }
        }

        /** Each repetition takes as much as leaves the rest matchable. */
        private int beginOfLast(Repeat repeat, int begin, int end) {
            RegularSearch search = search(repeat.node());
            boolean isLazy = taste(repeat.node()) == Taste.FEW;
            Set<Long> inVain = new HashSet<>();
            Map<Integer, int[]> endsOf = new HashMap<>();
            Deque<int[]> way = new ArrayDeque<>();
            way.push(new int[] {begin, 0});
            while (!way.isEmpty()) {
                int[] last = way.peek();
                int[] ends = endsOf.computeIfAbsent(last[0], place -> search.ends(place, end));
                if (last[1] == ends.length) {
                    inVain.add(key(repeat, way.size(), last[0]));
                    way.pop();
                    continue;
                }
                int next = ends[isLazy ? last[1] : ends.length - 1 - last[1]];
                last[1]++;
                if (next == end) {
                    return last[0];
                }
                boolean isFull = repeat.most() > 0 && way.size() == repeat.most();
                if (next > last[0] && !isFull && !inVain.contains(key(repeat, way.size() + 1, next))) {
                    way.push(new int[] {next, 0});
                }
            }
            return begin;
        }

        /** The number of repetitions matters only if limited. */
        private long key(Repeat repeat, int times, int place) {
            return (repeat.most() > 0 ? (long) times << Integer.SIZE : 0) | place;
        }
    }
}
