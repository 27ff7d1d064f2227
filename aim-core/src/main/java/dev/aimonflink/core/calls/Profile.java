package dev.aimonflink.core.calls;

/**
 * The attributes of a subscriber: keys into the dimension tables. A key that its table lacks is accepted
 * and joins no row.
 */
public record Profile(long subscriberId, String zip, int subscriptionType, int category, int cellValueType) {
    /** The longest zip. Postal codes are short, and the limit bounds the dictionary of zips. */
    public static final int MAX_ZIP_LENGTH = 64;
}
