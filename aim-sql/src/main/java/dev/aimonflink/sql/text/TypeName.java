package dev.aimonflink.sql.text;

import java.util.List;

/**
 * The name of a type as written.
 *
 * @param name in lower case, words separated by one space. An array's ends with {@code []}, and {@code "char"} keeps its quotes, because
 *     {@code char} is another type
 * @param modifiers the numbers in parentheses behind it
 */
public record TypeName(String name, List<Integer> modifiers, int position) {}
