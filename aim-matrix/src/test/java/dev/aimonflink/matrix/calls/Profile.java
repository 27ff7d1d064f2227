package dev.aimonflink.matrix.calls;

/**
 * The attributes of a subscriber: keys into the dimension tables. A key that its table lacks is accepted
 * and joins no row.
 */
public record Profile(long subscriberId, String zip, int subscriptionType, int category, int cellValueType) {}
