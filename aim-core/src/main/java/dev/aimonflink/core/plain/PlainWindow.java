package dev.aimonflink.core.plain;

import java.time.temporal.ChronoUnit;

/** A window of so many minutes, hours, days, weeks or months. */
public record PlainWindow(int count, ChronoUnit unit) {
    public static final PlainWindow DAY = new PlainWindow(1, ChronoUnit.DAYS);
    public static final PlainWindow WEEK = new PlainWindow(1, ChronoUnit.WEEKS);
}
