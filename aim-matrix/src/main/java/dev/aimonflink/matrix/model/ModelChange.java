package dev.aimonflink.matrix.model;

/**
 * The change from one model to another. It keeps the rows if both have the same entity and the same kind of key, whatever else
 * differs. Otherwise a row would be read as another thing than the one whose events it counted.
 */
public record ModelChange(Model earlier, Model present) {
    /** Names in a model differ in more than upper and lower case, so a name in another case is the same one. */
    public boolean keepsRows() {
        return Names.folded(earlier.entity().name())
                        .equals(Names.folded(present.entity().name()))
                && earlier.event().key().isText() == present.event().key().isText();
    }

    /**
     * Says how the models differ, in a sentence.
     *
     * @param where what is of the earlier model, with its verb, such as {@code the restored state is}
     */
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
