package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.Plans;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.WindowCall;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Estimates how many bytes the values of columns take in memory. A stored column has the usual size; a computed text or exact number is as
 * long as all its operands.
 */
public final class ValueBytes {
    /** What a scan by vectors takes before it reads a row: some vectors for each expression. */
    public static final long OF_VECTORS = 1 << 19;

    /** About what a value takes: an object, its place in an array, and an entry in a hash table. */
    public static final long USUAL = 64;

    /** A different value that rows keep: the value, its count, and an entry of a sorted map. */
    public static final long DIFFERENT = 96;

    private static final long MOST = 2L << 20;

    /** An array's overhead beside the characters of its values. */
    private static final long MOST_OF_ARRAY = MOST + (1 << 16) * USUAL;

    private static final int BYTES_OF_A_CHARACTER = 2;

    /** As {@code J} becomes the number of a day. */
    private static final int CHARACTERS_OF_ONE = 9;

    private static final Set<Function> OF_ANY_LENGTH = EnumSet.of(Function.REPEAT, Function.LPAD, Function.RPAD);

    private final List<Fragment> fragments;
    private final IdentityHashMap<Plan, List<Long>> known = new IdentityHashMap<>();

    /** @param fragments those whose rows tables have */
    ValueBytes(List<Fragment> fragments) {
        this.fragments = fragments;
    }

    static List<Long> of(Fragment fragment) {
        List<Long> ofColumns = Collections.nCopies(fragment.columns().size(), USUAL);
        List<Long> bytes = new ArrayList<>(of(fragment.keys(), ofColumns));
        fragment.aggregates().forEach(each -> bytes.add(of(each, ofColumns)));
        return bytes;
    }

    List<Long> of(Plan plan) {
        List<Long> bytes = known.get(plan);
        if (bytes == null) {
            bytes = computed(plan);
            known.put(plan, bytes);
        }
        return bytes;
    }

    private List<Long> computed(Plan plan) {
        if (plan instanceof Plan.Scan scan) {
            return CutQuery.indexOf(scan.table())
                    .map(fragments::get)
                    .map(fragment -> of(fragment)
                            .subList(
                                    fragment.hidden(),
                                    fragment.hidden() + fragment.outputs().size()))
                    .orElseGet(() -> Collections.nCopies(plan.outputs().size(), USUAL));
        } else if (plan instanceof Plan.Values values) {
            return ofRows(values);
        } else if (plan instanceof Plan.TableFunction called) {
            long largest = called.calls().stream()
                    .flatMap(each -> of(each.arguments(), List.of()).stream())
                    .reduce(USUAL, Math::max);
            return Collections.nCopies(plan.outputs().size(), largest);
        } else if (plan instanceof Plan.Project project) {
            return ofChosen(project.expressions(), of(project.input()));
        } else if (plan instanceof Plan.Aggregate aggregate) {
            List<Long> input = of(aggregate.input());
            List<Long> bytes = new ArrayList<>(of(aggregate.keys(), input));
            aggregate.calls().forEach(each -> bytes.add(of(each, input)));
            return bytes;
        } else if (plan instanceof Plan.Window window) {
            List<Long> input = of(window.input());
            List<Long> bytes = new ArrayList<>(input);
            window.calls().forEach(each -> bytes.add(of(each, input)));
            return bytes;
        } else if (plan instanceof Plan.Join join) {
            List<Long> bytes = new ArrayList<>(of(join.left()));
            bytes.addAll(of(join.right()));
            return bytes;
        } else if (plan instanceof Plan.Lateral lateral) {
            List<Long> bytes = new ArrayList<>(of(lateral.left()));
            bytes.addAll(of(lateral.right()));
            return bytes;
        } else if (plan instanceof Plan.Working) {
            return Collections.nCopies(plan.outputs().size(), USUAL);
        } else if (plan instanceof Plan.Recursion recursion) {
            return larger(of(recursion.first()), of(recursion.next()));
        } else if (plan instanceof Plan.SetOperation both) {
            return larger(of(both.left()), of(both.right()));
        } else {
            return of(Plans.inputs(plan).get(0));
        }
    }

    /** A column that is not read is the same null in all rows. */
    private static List<Long> ofChosen(List<Bound> expressions, List<Long> columns) {
        return expressions.stream()
                .map(each ->
                        each instanceof Bound.Constant constant && constant.value() == null ? 0 : of(each, columns))
                .toList();
    }

    private static List<Long> ofRows(Plan.Values values) {
        List<Long> bytes = Collections.nCopies(values.outputs().size(), USUAL);
        for (List<Bound> row : values.rows()) {
            bytes = larger(bytes, of(row, List.of()));
        }
        return bytes;
    }

    private static List<Long> larger(List<Long> left, List<Long> right) {
        List<Long> larger = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            larger.add(Math.max(left.get(i), right.get(i)));
        }
        return larger;
    }

    private static List<Long> of(List<Bound> bounds, List<Long> columns) {
        return bounds.stream().map(bound -> of(bound, columns)).toList();
    }

    private static long of(WindowCall window, List<Long> columns) {
        return window.aggregate() != null
                ? of(window.aggregate(), columns)
                : window.arguments().stream()
                        .mapToLong(each -> of(each, columns))
                        .reduce(USUAL, Math::max);
    }

    private static long of(AggregateCall aggregate, List<Long> columns) {
        List<Bound> taken = new ArrayList<>(aggregate.arguments());
        aggregate.order().forEach(term -> taken.add(term.value()));
        boolean isCount = aggregate.function() == AggregateFunction.COUNT && !aggregate.isDistinct();
        return isCount
                ? USUAL
                : taken.stream().mapToLong(bound -> of(bound, columns)).max().orElse(USUAL);
    }

    private static long of(Bound bound, List<Long> columns) {
        SqlType type = bound.type();
        if (!type.is(Kind.TEXT) && !type.is(Kind.NUMERIC) && !type.is(Kind.ARRAY)) {
            return USUAL;
        } else if (bound instanceof Bound.Field field) {
            return columns.get(field.column().index());
        } else if (bound instanceof Bound.Constant constant) {
            return ofConstant(constant.value());
        }
        List<Long> operands =
                Operands.of(bound).stream().map(operand -> of(operand, columns)).toList();
        long bytes = USUAL;
        for (long operand : operands) {
            bytes = Math.max(bytes, operand);
        }
        if (bound instanceof Bound.Call computed && computed.function() == Function.ARRAY_FILL) {
            bytes = MOST_OF_ARRAY;
        } else if (bound instanceof Bound.Call computed && computed.function() == Function.STRING_TO_ARRAY) {
            bytes *= USUAL;
        } else if (isOfAllOperands(bound)) {
            bytes = operands.stream().mapToLong(Long::longValue).sum();
        } else if (bound instanceof Bound.Call computed && computed.function() == Function.REPLACE) {
            bytes = operands.get(0) * Math.max(1, timesAsLong(computed));
        } else if (bound instanceof Bound.Call computed && OF_ANY_LENGTH.contains(computed.function())) {
            bytes = ofGivenLength(computed, operands.get(0));
        } else if (bound instanceof Bound.Call computed && computed.function().isOfFixedTypes()) {
            bytes = ofFixedTypes(computed, bytes);
        }
        return Math.min(type.is(Kind.ARRAY) ? MOST_OF_ARRAY : MOST, bytes);
    }

    /** A template makes a few characters of one, and a pattern with numbers any length. */
    private static long ofFixedTypes(Bound.Call computed, long largest) {
        int values = computed.arguments().size();
        return switch (computed.function()) {
            case TO_CHAR -> largest * CHARACTERS_OF_ONE;
            case QUOTE_IDENT, QUOTE_LITERAL, QUOTE_NULLABLE -> 2 * largest;
            case FORMAT -> {
                boolean isKnown = computed.arguments().get(0) instanceof Bound.Constant constant
                        && constant.value() instanceof String pattern
                        && pattern.chars().noneMatch(each -> each == '*' || (each >= '0' && each <= '9'));
                yield isKnown ? 2L * values * largest : MOST;
            }
            case REGEXP_REPLACE ->
                computed.arguments().get(2) instanceof Bound.Constant constant
                                && constant.value() instanceof String other
                                && other.length() <= 1
                        ? 2 * largest
                        : MOST;
            case REGEXP_MATCH, REGEXP_SPLIT_TO_ARRAY -> largest * USUAL;
            default -> largest;
        };
    }

    /** Results as long as, or as many times as long as, a number says. */
    private static long ofGivenLength(Bound.Call computed, long text) {
        if (!(computed.arguments().get(1) instanceof Bound.Constant constant)
                || !(constant.value() instanceof Number number)) {
            return MOST;
        }
        long length = Math.max(0, Math.min(MOST, number.longValue()));
        return computed.function() == Function.REPEAT
                ? Math.max(USUAL, Math.min(MOST, text * length))
                : Math.max(USUAL, length * BYTES_OF_A_CHARACTER);
    }

    private static boolean isOfAllOperands(Bound bound) {
        return bound instanceof Bound.Concatenation
                || bound.type().is(Kind.ARRAY)
                || (bound instanceof Bound.Call computed
                        && (computed.function() == Function.CONCAT || computed.function() == Function.CONCAT_WS))
                || (bound instanceof Bound.Arithmetic arithmetic && arithmetic.operator() == BinaryOperator.TIMES);
    }

    /** How many times as long a text becomes at most if a part is replaced everywhere. */
    private static long timesAsLong(Bound.Call computed) {
        Bound old = computed.arguments().get(1);
        Bound other = computed.arguments().get(2);
        return other instanceof Bound.Constant constant && constant.value() instanceof String text
                ? text.length()
                        / (old instanceof Bound.Constant of && of.value() instanceof String part && !part.isEmpty()
                                ? part.length()
                                : 1)
                : 1;
    }

    private static long ofConstant(Object value) {
        if (value instanceof List<?> array) {
            return array.stream().mapToLong(ValueBytes::ofConstant).sum() + USUAL;
        }
        if (value instanceof String text) {
            return Math.max(USUAL, (long) text.length() * BYTES_OF_A_CHARACTER);
        }
        return value instanceof BigDecimal number
                ? Math.max(USUAL, number.unscaledValue().bitLength() / 8)
                : USUAL;
    }
}
