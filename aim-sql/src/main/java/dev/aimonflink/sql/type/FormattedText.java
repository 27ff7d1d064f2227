package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.List;
import java.util.function.LongConsumer;

/** Fills texts into a pattern, like {@code format}: {@code %I} writes a name, {@code %L} a string, {@code %-5s} a text of a width. */
public final class FormattedText {
    private final String pattern;
    private final List<String> values;
    private final LongConsumer length;
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int next;

    private FormattedText(String pattern, List<String> values, LongConsumer length) {
        this.pattern = pattern;
        this.values = values;
        this.length = length;
    }

    /** @param length gets each length before the text has it, and may refuse it */
    public static String of(String pattern, List<String> values, LongConsumer length) {
        FormattedText format = new FormattedText(pattern, values, length);
        while (format.at < pattern.length()) {
            char character = pattern.charAt(format.at++);
            if (character == '%') {
                format.field();
            } else {
                format.text.append(character);
            }
        }
        length.accept(format.text.length());
        return format.text.toString();
    }

    private void field() {
        if (peek() == '%') {
            at++;
            text.append('%');
            return;
        }
        int index = -1;
        int begin = at;
        long number = number();
        long width = 0;
        if (at > begin && peek() == '$') {
            at++;
            index = index(number);
        } else {
            at = begin;
        }
        boolean isLeft = false;
        while (peek() == '-') {
            isLeft = true;
            at++;
        }
        if (peek() == '*') {
            at++;
            width = givenWidth();
        } else {
            width = number();
        }
        char kind = peek();
        at++;
        if ("sIL".indexOf(kind) < 0) {
            throw invalid("unrecognized format() type specifier \"" + kind
                    + "\". For a single \"%\" write \"%%\"; else write %s, %I or %L.");
        }
        index = index < 0 ? next++ : index;
        append(value(index), kind, isLeft || width < 0, Math.abs(width));
        next = index + 1;
    }

    private char peek() {
        if (at == pattern.length()) {
            throw invalid("unterminated format() type specifier. For a single \"%\" write \"%%\".");
        }
        return pattern.charAt(at);
    }

    private long givenWidth() {
        int begin = at;
        long number = number();
        int index = next;
        if (at > begin) {
            if (peek() != '$') {
                throw invalid("width argument position must be ended by \"$\". Write %*1$s.");
            }
            at++;
            index = index(number);
        }
        next = index + 1;
        String width = value(index);
        try {
            return width == null ? 0 : Integer.parseInt(width);
        } catch (NumberFormatException noNumber) {
            throw new SqlException(
                    SqlState.INVALID_TEXT,
                    SqlException.NOWHERE,
                    "invalid input syntax for type integer: \"" + width + "\". Give a width as a number.");
        }
    }

    private int index(long number) {
        if (number == 0) {
            throw invalid("format specifies argument 0, but arguments are numbered from 1. Write %1$s.");
        }
        return (int) number - 1;
    }

    private String value(int index) {
        if (index >= values.size()) {
            throw invalid("too few arguments for format(). Write one for each %.");
        }
        return values.get(index);
    }

    private long number() {
        long number = 0;
        while (Character.isDigit(peek())) {
            number = 10 * number + pattern.charAt(at++) - '0';
            if (number > Integer.MAX_VALUE) {
                throw new SqlException(
                        SqlState.NUMBER_OUT_OF_RANGE,
                        SqlException.NOWHERE,
                        "number is out of range. Write that of an argument of format().");
            }
        }
        return number;
    }

    private void append(String value, char kind, boolean isLeft, long width) {
        String written =
                switch (kind) {
                    case 's' -> value == null ? "" : value;
                    case 'L' -> value == null ? "NULL" : QuotedText.literal(value);
                    default -> {
                        if (value == null) {
                            throw new SqlException(
                                    SqlState.NULL_NOT_ALLOWED,
                                    SqlException.NOWHERE,
                                    "null values cannot be formatted as an SQL identifier. Use coalesce().");
                        }
                        yield QuotedText.name(value);
                    }
                };
        long blanks = Math.max(0, width - written.codePointCount(0, written.length()));
        length.accept(text.length() + written.length() + blanks);
        String filling = " ".repeat((int) blanks);
        text.append(isLeft ? written : filling).append(isLeft ? filling : written);
    }

    private static SqlException invalid(String message) {
        return new SqlException(SqlState.INVALID_ARGUMENT, SqlException.NOWHERE, message);
    }
}
