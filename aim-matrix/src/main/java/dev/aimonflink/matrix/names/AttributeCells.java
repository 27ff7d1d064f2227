package dev.aimonflink.matrix.names;

/**
 * The cells of an entity's attributes.
 *
 * @param codes by index of {@link CodeHandle}
 * @param numbers by index of {@link NumberHandle}
 */
public record AttributeCells(int[] codes, long[] numbers) {}
