package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.Draw.Shape;
import dev.aimonflink.matrix.model.FieldType.Kind;
import java.math.BigDecimal;
import java.util.List;

/** Checks whether the values of a field can be drawn as a model says. */
record DrawCheck(String name, FieldType type, BigDecimal min, BigDecimal max, boolean isOptional) {
    void require(Draw draw) {
        if (draw.missing() != null) {
            if (!isOptional) {
                throw wrong(
                        "missing",
                        "missing=" + text(draw.missing())
                                + " is for fields that events may lack. Add 'optional: true', or take it out.");
            }
            requireShare("missing", draw.missing());
        }
        if (draw.shape() != null) {
            requireOfType(draw.shape());
            require(draw.shape());
        }
    }

    private void requireOfType(Shape shape) {
        boolean fits =
                switch (shape.distribution()) {
                    case UNIFORM, NORMAL, LOG_NORMAL -> type.isNumber();
                    case ZIPF -> type.is(Kind.ENUM) || type.is(Kind.TEXT);
                    case SHARE -> type.is(Kind.BOOLEAN);
                    case WEIGHTS -> type.is(Kind.ENUM);
                };
        if (!fits) {
            String key = shape.distribution().keys().get(0);
            throw wrong(key, "Values of the type " + type + " have no " + key + ". " + remedy(type));
        }
    }

    private static String remedy(FieldType type) {
        if (type.isNumber()) {
            return "Give from and to, mean and deviation, or median and factor.";
        }
        return switch (type.kind()) {
            case BOOLEAN -> "Give share.";
            case ENUM -> "Give weights or zipf.";
            case TEXT -> "Give zipf.";
            default -> "Take it out.";
        };
    }

    private void require(Shape shape) {
        List<BigDecimal> numbers = shape.numbers();
        switch (shape.distribution()) {
            case UNIFORM -> requireUniform(numbers.get(0), numbers.get(1));
            case NORMAL -> {
                requireInRange("mean", numbers.get(0));
                require(numbers.get(1).signum() >= 0, "deviation", numbers.get(1), "is less than 0. Give 0 or more.");
            }
            case LOG_NORMAL -> requireLogNormal(numbers.get(0), numbers.get(1));
            case ZIPF ->
                require(
                        numbers.get(0).signum() > 0 && numbers.get(0).compareTo(Draw.MAX_EXPONENT) <= 0,
                        "zipf",
                        numbers.get(0),
                        "is not above 0 and at most " + Draw.MAX_EXPONENT + ". Give a number such as 1.0.");
            case SHARE -> requireShare("share", numbers.get(0));
            case WEIGHTS -> requireWeights(numbers);
        }
    }

    private void requireUniform(BigDecimal from, BigDecimal to) {
        requireInRange("from", from);
        requireInRange("to", to);
        require(from.compareTo(to) <= 0, "from", from, "is greater than to=" + text(to) + ". Swap them.");
    }

    private void requireLogNormal(BigDecimal median, BigDecimal factor) {
        require(median.signum() > 0, "median", median, "is not above 0. Give a number above 0.");
        requireInRange("median", median);
        require(factor.compareTo(BigDecimal.ONE) >= 0, "factor", factor, "is less than 1. Give 1 or more.");
    }

    private void requireWeights(List<BigDecimal> weights) {
        int values = type.labels().size();
        if (weights.size() != values) {
            throw wrong(
                    "weights",
                    "weights=" + weights + " has " + weights.size() + (weights.size() == 1 ? " number" : " numbers")
                            + " for " + values + " values. Give one for each, in their order.");
        }
        for (BigDecimal weight : weights) {
            require(weight.signum() >= 0, "weights", weight, "is less than 0. Give 0 or more.");
        }
        if (weights.stream().allMatch(weight -> weight.signum() == 0)) {
            throw wrong("weights", "All weights are 0. Give one that is not.");
        }
    }

    private void requireShare(String key, BigDecimal share) {
        require(
                share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0,
                key,
                share,
                "is outside 0..1. Give a share such as 0.03.");
    }

    private void requireInRange(String key, BigDecimal value) {
        boolean fits = (min == null || value.compareTo(min) >= 0) && (max == null || value.compareTo(max) <= 0);
        require(fits, key, value, "is outside min and max. Give a number between them.");
    }

    private void require(boolean holds, String key, BigDecimal value, String otherwise) {
        if (!holds) {
            throw wrong(key, key + "=" + text(value) + " " + otherwise);
        }
    }

    private ModelException wrong(String key, String message) {
        return new ModelException(message, "fields", name, "draw", key);
    }

    private static String text(BigDecimal number) {
        return number.toPlainString();
    }
}
