package dev.aimonflink.core.model;

import java.util.List;

/** An error in a model, with the place in the model at which it is. */
public final class ModelException extends InvalidInputException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> path;
    private final int offset;

    /** @param path the keys that lead to the wrong value, such as {@code fields}, {@code amount}, {@code min} */
    public ModelException(String message, String... path) {
        this(message, 0, null, path);
    }

    /** @param offset the index of the character in the value at which the error begins */
    public ModelException(String message, int offset, Throwable cause, String... path) {
        super(message, cause);
        this.path = List.of(path);
        this.offset = offset;
    }

    public List<String> path() {
        return path;
    }

    public int offset() {
        return offset;
    }
}
