package dev.aimonflink.clients.load;

import dev.aimonflink.core.model.InvalidInputException;

/** How calls spread over subscribers. */
public sealed interface Distribution {
    Distribution UNIFORM = new Uniform();

    /** All subscribers call alike. */
    static Distribution uniform() {
        return UNIFORM;
    }

    /** The subscriber of rank k calls k to the power of -exponent times as often as the first. */
    static Distribution zipf(double exponent) {
        return new Zipf(exponent);
    }

    record Uniform() implements Distribution {}

    record Zipf(double exponent) implements Distribution {
        public static final double DEFAULT_EXPONENT = 1.0;

        /** Past this, nearly every call is the first subscriber's. */
        public static final double MAX_EXPONENT = 10;

        public Zipf {
            // Negated, so that NaN fails too.
            if (!(exponent > 0 && exponent <= MAX_EXPONENT)) {
                throw new InvalidInputException("zipfExponent=" + exponent + " is not above 0 and at most "
                        + (int) MAX_EXPONENT + ". Give a number such as 1.0.");
            }
        }
    }
}
