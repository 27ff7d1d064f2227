package dev.aimonflink.sql.text;

import java.util.List;

/**
 * The name of a type, as in the text.
 *
 * @param name in lower case; of several words, with one space between them. That of an array ends
 *     with {@code []}, and {@code "char"} keeps its quotes, because {@code char} is another type
 * @param modifiers the numbers in parentheses behind it
 */
public record TypeName(String name, List<Integer> modifiers, int position) {}
