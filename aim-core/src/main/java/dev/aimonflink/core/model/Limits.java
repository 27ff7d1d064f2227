package dev.aimonflink.core.model;

/** Checks numbers that users give. */
public final class Limits {
    private Limits() {}

    /** @throws InvalidInputException if a value is less than the least or more than the most */
    public static void requireWithin(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new InvalidInputException(
                    name + "=" + value + " is outside " + least + ".." + most + ". Give a number inside.");
        }
    }
}
