package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FilterConditions;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Condition;
import dev.aimonflink.sql.evaluate.FieldIs;
import java.util.List;

/** Finds the filters that hold for an event. Many compare one field with one value, which needs no {@link Condition}. */
final class FilterChoice {
    private final List<EventFilter> filters;

    /** By filter; null for all events. */
    private final Condition[] conditions;

    /** By filter, the field that it compares with one value, if it does nothing else; else {@link ModelColumn#NO_FIELD}. */
    private final int[] comparedFields;

    private final long[] comparedBits;

    FilterChoice(List<EventFilter> filters, EventType event) {
        this.filters = filters;
        conditions = new Condition[filters.size()];
        comparedFields = new int[filters.size()];
        comparedBits = new long[filters.size()];
        for (int filter = 0; filter < conditions.length; filter++) {
            comparedFields[filter] = ModelColumn.NO_FIELD;
            if (!filters.get(filter).isAll()) {
                Bound bound = FilterConditions.bound(filters.get(filter), event);
                conditions[filter] = Condition.of(bound);
                FieldIs comparison = FieldIs.of(bound);
                if (comparison != null) {
                    comparedFields[filter] = comparison.column();
                    comparedBits[filter] = comparison.bits();
                }
            }
        }
    }

    /** @throws FilterFailure if a condition fails on the event, as in a division by zero */
    int choose(EventValues event, int[] chosen) {
        int count = 0;
        for (int filter = 0; filter < conditions.length; filter++) {
            try {
                if (holds(filter, event)) {
                    chosen[count++] = filter;
                }
            } catch (SqlException failed) {
                throw new FilterFailure(filters.get(filter).name(), failed.getMessage());
            }
        }
        return count;
    }

    private boolean holds(int filter, EventValues event) {
        final int field = comparedFields[filter];
        if (field != ModelColumn.NO_FIELD) {
            return event.bits(field) == comparedBits[filter] && !event.isNull(field);
        }
        return conditions[filter] == null || conditions[filter].holds(event);
    }
}
