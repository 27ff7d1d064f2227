package dev.aimonflink.core.calls;

import java.util.Optional;

/**
 * The attributes of a subscriber: keys into the dimension tables. A key that its table lacks is accepted
 * and joins no row.
 */
public record Profile(long subscriberId, String zip, int subscriptionType, int category, int cellValueType) {
    /** The longest zip. Postal codes are short, and the limit bounds the dictionary of zips. */
    public static final int MAX_ZIP_LENGTH = 64;

    /** What is wrong with this profile, or empty if it can be applied. */
    public Optional<String> fault() {
        if (zip == null || zip.isEmpty()) {
            return Optional.of("zip is missing");
        }
        if (zip.length() > MAX_ZIP_LENGTH) {
            return Optional.of("zip is longer than " + MAX_ZIP_LENGTH + " characters");
        }
        return Optional.empty();
    }
}
