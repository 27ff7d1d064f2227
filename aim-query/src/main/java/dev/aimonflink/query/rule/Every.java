package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.util.List;

/**
 * How often a rule fires for one entity at most, while it stays true.
 *
 * @param slides whether the interval begins with a firing; otherwise it ends with the calendar, at a midnight or before a Monday
 */
public record Every(Period period, boolean slides) {
    public static final Every EVENT = new Every(Period.ALWAYS, false);

    /** How long it is. */
    public enum Period {
        ALWAYS("always", 0),
        DAY("1d", 1),
        TWO_DAYS("2d", 2),
        WEEK("1w", 7);

        private final String label;
        private final int days;

        Period(String label, int days) {
            this.label = label;
            this.days = days;
        }

        public static Period of(String label) {
            return Labels.find(
                    label, List.of(values()), Period::label, "every=" + label + " is no interval. Use one of ");
        }

        /** As in a rule. */
        public String label() {
            return label;
        }

        public int days() {
            return days;
        }
    }

    public Every {
        if (period == Period.ALWAYS && slides) {
            throw new InvalidInputException("start=sliding needs an interval. Give 'every: 1d', 2d or 1w, too.");
        }
    }
}
