package dev.aimonflink.matrix.model;

/** Checks numbers that users give, and limits the length of names. */
public final class Limits {
    /** The longest name in a request; a longer one is a mistake and is not echoed in full. */
    public static final int MAX_NAME_LENGTH = 256;

    private Limits() {}

    /** @throws InvalidInputException if a value is out of range */
    public static void requireWithin(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidInputException(
                    name + "=" + value + " is outside " + least + ".." + most + ". Give a number inside.");
        }
    }
}
