package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.ask.tables.Plans;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.util.List;

/**
 * How many values a statement keeps; a long value counts as several.
 *
 * @param sets of different values
 */
public record KeptValues(long values, long sets) {
    public static KeptValues of(CutQuery cut) {
        ValueBytes bytes = new ValueBytes(cut.fragments());
        long values = widest(cut.rest().plan(), bytes);
        long sets = 0;
        for (PlannedQuery.Initial initial : cut.rest().initials()) {
            values += widest(initial.plan(), bytes);
        }
        for (Fragment fragment : cut.fragments()) {
            List<Long> sent = ValueBytes.of(fragment);
            values += count(sent);
            for (int i = 0; i < fragment.aggregates().size(); i++) {
                int place = fragment.keys().size() + i;
                sets += keepsSet(fragment.aggregates().get(i)) ? count(sent.subList(place, place + 1)) : 0;
            }
        }
        return new KeptValues(values, sets);
    }

    private static long count(List<Long> bytes) {
        return bytes.stream()
                .mapToLong(each -> (each + ValueBytes.USUAL - 1) / ValueBytes.USUAL)
                .sum();
    }

    private static boolean keepsSet(AggregateCall aggregate) {
        return aggregate.isDistinct() || aggregate.function().isOfOneOrder();
    }

    private static long widest(Plan plan, ValueBytes bytes) {
        long widest = count(bytes.of(plan));
        for (Plan input : Plans.inputs(plan)) {
            widest = Math.max(widest, widest(input, bytes));
        }
        return widest;
    }
}
