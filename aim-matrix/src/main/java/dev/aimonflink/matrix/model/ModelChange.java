package dev.aimonflink.matrix.model;

/**
 * The change from one model to another. It keeps the rows if both have the same entity and kind of key. Otherwise a row would be taken for
 * another thing than the one whose events it counted.
 */
public record ModelChange(Model earlier, Model present) {
    /** A model's names differ in more than case, so a name in another case is the same one. */
    public boolean keepsRows() {
        return Names.folded(earlier.entity().name())
                        .equals(Names.folded(present.entity().name()))
                && earlier.event().key().isText() == present.event().key().isText();
    }

    /** @param where the subject for the earlier model, with its verb, such as {@code the restored state is} */
    public String difference(String where) {
        return named(present) + " has " + rows(present) + ", but " + where + " of " + named(earlier) + ", which has "
                + rows(earlier) + ".";
    }

    private static String named(Model model) {
        return "model=" + model.name();
    }

    private static String rows(Model model) {
        return "the entity '" + model.entity().name() + "' with "
                + (model.event().key().isText() ? "texts" : "numbers") + " as keys";
    }
}
