package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.Draw.LogNormal;
import dev.aimonflink.matrix.model.Draw.Normal;
import dev.aimonflink.matrix.model.Draw.Shape;
import dev.aimonflink.matrix.model.Draw.Share;
import dev.aimonflink.matrix.model.Draw.Uniform;
import dev.aimonflink.matrix.model.Draw.Weights;
import dev.aimonflink.matrix.model.Draw.Zipf;
import dev.aimonflink.matrix.model.FieldType.Kind;
import java.math.BigDecimal;
import java.util.List;

/** Checks whether the values of a field can be drawn as a model says. */
record DrawCheck(String name, FieldType type, BigDecimal min, BigDecimal max, boolean isOptional) {
    /** @throws ModelException if they cannot */
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
        boolean fits = shape instanceof Share
                ? type.is(Kind.BOOLEAN)
                : shape instanceof Weights
                        ? type.is(Kind.ENUM)
                        : shape instanceof Zipf ? type.is(Kind.ENUM) || type.is(Kind.TEXT) : type.isNumber();
        if (!fits) {
            String key = shape instanceof Weights
                    ? "weights"
                    : shape.numbers().keySet().iterator().next();
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
        if (shape instanceof Uniform uniform) {
            requireInRange("from", uniform.from());
            requireInRange("to", uniform.to());
            require(
                    uniform.from().compareTo(uniform.to()) <= 0,
                    "from",
                    uniform.from(),
                    "is greater than to=" + text(uniform.to()) + ". Swap them.");
        } else if (shape instanceof Normal normal) {
            requireInRange("mean", normal.mean());
            require(
                    normal.deviation().signum() >= 0,
                    "deviation",
                    normal.deviation(),
                    "is less than 0. Give 0 or more.");
        } else if (shape instanceof LogNormal logNormal) {
            require(
                    logNormal.median().signum() > 0,
                    "median",
                    logNormal.median(),
                    "is not above 0. Give a number above 0.");
            requireInRange("median", logNormal.median());
            require(
                    logNormal.factor().compareTo(BigDecimal.ONE) >= 0,
                    "factor",
                    logNormal.factor(),
                    "is less than 1. Give 1 or more.");
        } else if (shape instanceof Zipf zipf) {
            require(
                    zipf.exponent().signum() > 0 && zipf.exponent().compareTo(Draw.MAX_EXPONENT) <= 0,
                    "zipf",
                    zipf.exponent(),
                    "is not above 0 and at most " + Draw.MAX_EXPONENT + ". Give a number such as 1.0.");
        } else if (shape instanceof Share share) {
            requireShare("share", share.share());
        } else if (shape instanceof Weights weights) {
            requireWeights(weights.weights());
        }
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
