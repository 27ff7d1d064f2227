package dev.aimonflink.matrix.model;

import java.util.List;

/** An error in a model or in a rule for one, with its place. */
public final class ModelException extends InvalidInputException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> path;
    private final int offset;
    private final boolean ofName;

    /** @param path the keys that lead to the wrong value, such as {@code fields}, {@code amount}, {@code min} */
    public ModelException(String message, String... path) {
        this(message, 0, null, path);
    }

    /** @param offset where the error begins, in characters of the value */
    public ModelException(String message, int offset, Throwable cause, String... path) {
        this(message, offset, false, cause, path);
    }

    private ModelException(String message, int offset, boolean ofName, Throwable cause, String... path) {
        super(message, cause);
        this.path = List.of(path);
        this.offset = offset;
        this.ofName = ofName;
    }

    /** An error in the last key of the path itself, not in its value. */
    public static ModelException ofName(String message, String... path) {
        return new ModelException(message, 0, true, null, path);
    }

    /** @param what their plural, which is also their key in a model */
    static void requireAtMost(int most, int count, String what) {
        if (count > most) {
            throw new ModelException(count + " " + what + " are more than " + most + ". Take some out.", what);
        }
    }

    public List<String> path() {
        return path;
    }

    public boolean isOfName() {
        return ofName;
    }

    public int offset() {
        return offset;
    }
}
