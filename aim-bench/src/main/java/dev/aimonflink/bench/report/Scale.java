package dev.aimonflink.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to places on an axis, and places its ticks.
 *
 * @param step between two ticks, or the factor of a logarithmic axis
 * @param low value at {@code from}, and {@code high} at {@code to}
 */
record Scale(boolean logarithmic, double step, double low, double high, double from, double to) {
    private static final int INTERVALS = 5;

    /** An axis is logarithmic if the least value would lie in the lowest hundredth of a linear one. */
    private static final double LOGARITHMIC_FROM = 100;

    /** Starts at zero, or is logarithmic if the values differ too much. */
    static Scale of(double least, double greatest, double from, double to) {
        return least > 0 && greatest / least > LOGARITHMIC_FROM
                ? logarithmic(least, greatest, from, to)
                : linear(greatest, from, to);
    }

    /** From zero to the tick beyond the greatest. */
    static Scale linear(double greatest, double from, double to) {
        double top = greatest > 0 ? greatest : 1;
        return linear(top, step(top), from, to);
    }

    /** For whole numbers, without ticks between them. */
    static Scale counting(double greatest, double from, double to) {
        double top = Math.max(1, greatest);
        return linear(top, Math.max(1, step(top)), from, to);
    }

    private static Scale linear(double greatest, double step, double from, double to) {
        return new Scale(false, step, 0, Math.ceil(greatest / step - 1e-9) * step, from, to);
    }

    /** From one power of ten to another. */
    static Scale logarithmic(double least, double greatest, double from, double to) {
        double bottom = Math.pow(10, Math.floor(Math.log10(least) + 1e-9));
        double top = Math.pow(10, Math.ceil(Math.log10(greatest) - 1e-9));
        return new Scale(true, 10, bottom, top > bottom ? top : bottom * 10, from, to);
    }

    /** 1, 2 or 5 times a power of ten. */
    private static double step(double range) {
        double rough = range / INTERVALS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double digits = rough / power;
        return power * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
    }

    /** Values beyond the axis are put at its end. */
    double at(double value) {
        double share = logarithmic
                ? Math.log10(Math.max(value, low) / low) / Math.log10(high / low)
                : (value - low) / (high - low);
        return from + Math.max(0, Math.min(1, share)) * (to - from);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (logarithmic) {
            for (double tick = low; tick <= high * 1.001; tick *= step) {
                ticks.add(tick);
            }
        } else {
            for (int i = 0; i * step <= high * 1.001; i++) {
                ticks.add(i * step);
            }
        }
        return ticks;
    }
}
