package dev.aimonflink.bench.report;

import dev.aimonflink.bench.experiment.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How figures are named and numbers are written, alike everywhere. */
final class Labels {
    /** What is beyond is noise. */
    private static final MathContext SHOWN_DIGITS = new MathContext(4);

    private static final int MAX_DECIMALS = 9;

    private Labels() {}

    /** The name and the parameters, in an order that does not depend on who wrote them. */
    static String of(Figure figure) {
        String parameters = of(figure.parameters());
        return parameters.isEmpty() ? figure.name() : figure.name() + " " + parameters;
    }

    static String of(Map<String, ?> parameters) {
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }

    /** Such as 288,000 or 1.25. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "–";
        }
        BigDecimal rounded = Math.abs(value) < 1000
                ? new BigDecimal(value).round(SHOWN_DIGITS)
                : BigDecimal.valueOf(Math.rint(value));
        DecimalFormat format = new DecimalFormat("#,##0.#", DecimalFormatSymbols.getInstance(Locale.ROOT));
        format.setMaximumFractionDigits(MAX_DECIMALS);
        return format.format(rounded);
    }
}
