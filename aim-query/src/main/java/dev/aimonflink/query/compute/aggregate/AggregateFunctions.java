package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.sql.plan.AggregateCall;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** All aggregate functions. */
public final class AggregateFunctions {
    /** The first family that has a call computes it. The order is part of the binary form of partials. */
    private static final List<Family> FAMILIES = List.of(
            DistinctValues.FAMILY,
            Count.FAMILY,
            LongMoments.FAMILY,
            DecimalMoments.FAMILY,
            Extreme.FAMILY,
            ArgExtreme.FAMILY);

    private AggregateFunctions() {}

    record Family(Predicate<AggregateCall> has, Function<AggregateCall, Aggregate> of, States.Kind kind) {}

    public static Aggregate of(AggregateCall call) {
        return FAMILIES.stream()
                .filter(each -> each.has.test(call))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "There is no class of the function " + call.function().sqlName() + "."))
                .of
                .apply(call);
    }

    public static List<States.Kind> kinds() {
        return FAMILIES.stream().map(Family::kind).toList();
    }
}
