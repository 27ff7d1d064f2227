package dev.aimonflink.sql.text;

import java.util.List;

/**
 * The name of a type, as in the text.
 *
 * @param name in lower case; of several words, with one space between them
 * @param modifiers the numbers in parentheses behind it
 */
public record TypeName(String name, List<Integer> modifiers, int position) {}
