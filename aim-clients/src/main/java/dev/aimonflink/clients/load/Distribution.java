package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.InvalidInputException;

/** How events spread over subscribers or other entities. */
public sealed interface Distribution {
    Distribution UNIFORM = new Uniform();

    static Distribution uniform() {
        return UNIFORM;
    }

    /** The entity of rank k has k to the power of -exponent times as many events as the first. */
    static Distribution zipf(double exponent) {
        return new Zipf(exponent);
    }

    /** Half of all events are of one entity; the others have the rest alike. */
    static Distribution hot() {
        return new Hot();
    }

    record Uniform() implements Distribution {}

    record Hot() implements Distribution {}

    record Zipf(double exponent) implements Distribution {
        public static final double DEFAULT_EXPONENT = 1.0;

        /** Past this, nearly every event is the first entity's. */
        public static final double MAX_EXPONENT = 10;

        public Zipf {
            // Negated, so that NaN fails, too.
            if (!(exponent > 0 && exponent <= MAX_EXPONENT)) {
                throw new InvalidInputException("zipfExponent=" + exponent + " is not above 0 and at most "
                        + (int) MAX_EXPONENT + ". Give a number such as 1.0.");
            }
        }
    }
}
