package dev.aimonflink.matrix.names;

/**
 * The cells of an entity's attributes.
 *
 * @param codes by the index of their {@link CodeHandle}
 * @param numbers by the index of their {@link NumberHandle}
 */
public record AttributeCells(int[] codes, long[] numbers) {}
