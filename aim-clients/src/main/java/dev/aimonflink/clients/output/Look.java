package dev.aimonflink.clients.output;

/**
 * How rows of SQL are shown.
 *
 * @param isExpanded each row as lines of a name and a value
 * @param isRowsOnly without names of columns, and without a line below
 * @param isUnaligned with a bar between the values instead of a drawn table
 */
public record Look(boolean isExpanded, boolean isRowsOnly, boolean isUnaligned, String ofNull) {
    public static final Look USUAL = new Look(false, false, false, "");

    public Look withExpanded(boolean expanded) {
        return new Look(expanded, isRowsOnly, isUnaligned, ofNull);
    }

    public Look withNull(String text) {
        return new Look(isExpanded, isRowsOnly, isUnaligned, text);
    }
}
