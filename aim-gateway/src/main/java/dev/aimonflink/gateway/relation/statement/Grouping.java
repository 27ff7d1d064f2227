package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.function.Aggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts rows into groups, and computes the aggregates of each. */
final class Grouping {
    private final List<Term> keys;
    private final List<SelectCalls.AggregateCall> calls;
    private final Map<List<Object>, Group> groups = new LinkedHashMap<>();

    Grouping(List<Term> keys, List<SelectCalls.AggregateCall> calls) {
        this.keys = keys;
        this.calls = calls;
    }

    /** @param first the row that stands for all */
    private record Group(Frame first, List<Inputs> inputs) {}

    void add(Frame frame) {
        Object[] values = keys.stream().map(key -> key.value(frame)).toArray();
        group(QueryBinder.key(values, values.length), frame).inputs().forEach(inputs -> inputs.add(frame));
    }

    private Group group(List<Object> key, Frame frame) {
        return groups.computeIfAbsent(
                key,
                any -> new Group(frame.copy(), calls.stream().map(Inputs::new).toList()));
    }

    /** Without keys, all rows are one group, even if there are none. */
    List<Frame> groups(Frame frame) {
        if (keys.isEmpty() && groups.isEmpty()) {
            Arrays.fill(frame.row, null);
            group(List.of(), frame);
        }
        List<Frame> frames = new ArrayList<>();
        for (Group group : groups.values()) {
            group.first().aggregates =
                    group.inputs().stream().map(Inputs::result).toArray();
            frames.add(group.first());
        }
        return frames;
    }

    /** What one aggregate takes of the rows of a group. They are kept only if they have to be sorted. */
    private static final class Inputs {
        private final SelectCalls.AggregateCall call;
        private final Aggregate.State state;
        private final Set<List<Object>> seen = new HashSet<>();
        private final List<Object[]> kept = new ArrayList<>();

        Inputs(SelectCalls.AggregateCall call) {
            this.call = call;
            this.state = call.aggregate().aggregate().start().get();
        }

        void add(Frame frame) {
            if (call.filter() != null && !call.filter().isTrue(frame)) {
                return;
            }
            Object[] arguments =
                    call.arguments().stream().map(term -> term.value(frame)).toArray();
            boolean isNull = arguments.length > 0 && arguments[0] == null;
            if ((isNull && !call.aggregate().aggregate().takesNulls())
                    || (call.isDistinct() && !seen.add(QueryBinder.key(arguments, arguments.length)))) {
                return;
            }
            if (call.order().isEmpty() && !call.isDistinct()) {
                state.add(state.keepsArguments() ? frame.run.keep(arguments) : arguments);
            } else {
                Object[] keys = Ordering.values(call.order(), frame);
                Object[] both = Arrays.copyOf(keys, keys.length + arguments.length);
                System.arraycopy(arguments, 0, both, keys.length, arguments.length);
                kept.add(frame.run.keep(both));
            }
        }

        /** Distinct values come in their own order, as PostgreSQL finds them by sorting. */
        Object result() {
            int keys = call.order().size();
            Comparator<Object[]> order = keys > 0
                    ? Ordering.of(Ordering.columnsOf(call.order()))
                    : Ordering.of(List.of(new Ordering.Column(0, false, false)));
            kept.sort(order);
            kept.forEach(both -> state.add(Arrays.copyOfRange(both, keys, both.length)));
            return state.result();
        }
    }
}
