package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Token;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code COPY (query) TO STDOUT}. */
record CopyStatement(Planned query, Format format) implements Planned {
    /** How rows are written, as in PostgreSQL. */
    record Format(Kind kind, boolean hasHeader, char delimiter, String nullText, char quote, boolean quotesAll) {
        private static final Format TEXT = new Format(Kind.TEXT, false, '\t', "\\N", '"', false);
        static final Format CSV = new Format(Kind.CSV, false, ',', "", '"', false);
        private static final Format BINARY = new Format(Kind.BINARY, false, '\t', "\\N", '"', false);

        /** Their texts are the digits of a long. */
        private static final Set<PgType> WHOLE = EnumSet.of(PgType.INT2, PgType.INT4, PgType.INT8);

        private static final String DELIMITERS_OUTSIDE_NUMBERS = "\t,;|";
        private static final Set<String> NULLS_UNLIKE_NUMBERS = Set.of("", "\\N");

        private enum Kind {
            /** Values are separated by tabs, with backslash escapes. */
            TEXT,
            CSV,
            BINARY
        }

        boolean isBinary() {
            return kind == Kind.BINARY;
        }

        String header(List<PgColumn> columns) {
            return line(columns.stream().map(PgColumn::name).toArray(String[]::new));
        }

        private String line(String[] values) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < values.length; i++) {
                begin(i, line);
                append(values[i], values.length == 1, line);
            }
            return line.append('\n').toString();
        }

        /** Appends the line of a row. */
        void append(Object[] row, List<PgColumn> columns, PgText texts, StringBuilder to) {
            final boolean arePlain = areNumbersPlain();
            for (int i = 0; i < row.length; i++) {
                begin(i, to);
                final PgType type = columns.get(i).type();
                if (arePlain && row[i] instanceof Long number && WHOLE.contains(type)) {
                    to.append(number.longValue());
                } else if (arePlain && row[i] instanceof BigDecimal) {
                    to.append(texts.write(type, row[i]));
                } else {
                    append(row[i] == null ? null : texts.write(type, row[i]), row.length == 1, to);
                }
            }
            to.append('\n');
        }

        private void begin(int column, StringBuilder to) {
            if (column > 0) {
                to.append(delimiter);
            }
        }

        /** Whether no number has a character that is escaped or quoted, or looks like null. */
        private boolean areNumbersPlain() {
            return !quotesAll
                    && DELIMITERS_OUTSIDE_NUMBERS.indexOf(delimiter) >= 0
                    && NULLS_UNLIKE_NUMBERS.contains(nullText);
        }

        private void append(String value, boolean isAlone, StringBuilder to) {
            if (value == null) {
                to.append(nullText);
            } else if (kind == Kind.CSV) {
                appendCsv(value, isAlone, to);
            } else {
                appendText(value, to);
            }
        }

        private void appendCsv(String value, boolean isAlone, StringBuilder to) {
            boolean needsQuotes = quotesAll || value.equals(nullText) || (isAlone && value.equals("\\."));
            for (int i = 0; !needsQuotes && i < value.length(); i++) {
                final char c = value.charAt(i);
                needsQuotes = c == delimiter || c == quote || c == '\n' || c == '\r';
            }
            if (needsQuotes) {
                to.append(quote)
                        .append(value.replace(String.valueOf(quote), String.valueOf(quote) + quote))
                        .append(quote);
            } else {
                to.append(value);
            }
        }

        private void appendText(String value, StringBuilder to) {
            for (int i = 0; i < value.length(); i++) {
                final char c = value.charAt(i);
                final int escape = c < ' ' ? "\b\f\n\r\t\u000b".indexOf(c) : -1;
                if (escape >= 0) {
                    to.append('\\').append("bfnrtv".charAt(escape));
                } else if (c == '\\' || c == delimiter) {
                    to.append('\\').append(c);
                } else {
                    to.append(c);
                }
            }
        }
    }

    static CopyStatement of(StatementWords words, CursorCommands.Planning planning) {
        StatementWords.Inner source = words.isNextSign("(") ? words.inParentheses() : table(words);
        Planned query = planning.plan(source, List.of());
        if (!words.accept("to")) {
            throw Failure.of(
                    SqlState.READ_ONLY,
                    "The matrix is read-only, so it takes no COPY FROM. Publish events with \"aim publish events\".");
        }
        words.expect("stdout");
        if (query.columns() == null) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "COPY query must return rows");
        }
        return new CopyStatement(query, format(words));
    }

    private static StatementWords.Inner table(StatementWords words) {
        String name = words.dottedName("a table or a query in parentheses");
        String columns = words.isNextSign("(") ? words.inParentheses().text() : "*";
        return new StatementWords.Inner("SELECT " + columns + " FROM " + name, 0);
    }

    private static Format format(StatementWords words) {
        words.accept("with");
        boolean isInParentheses = words.acceptSign("(");
        Format format = Format.TEXT;
        while (!words.isEnd() && !words.isNextSign(")")) {
            String option = words.name("an option of COPY");
            format = switch (option) {
                case "format" -> named(words.take("a format").text());
                case "csv", "text", "binary" -> named(option);
                case "header" -> with(format, isOn(words), format.delimiter, format.nullText, format.quotesAll);
                case "delimiter" -> with(format, format.hasHeader, character(words), format.nullText, format.quotesAll);
                case "null" -> with(format, format.hasHeader, format.delimiter, value(words), format.quotesAll);
                case "force_quote" -> quotedAll(words, format);
                case "encoding" -> encoded(words, format);
                default -> throw words.unexpected("FORMAT, HEADER, DELIMITER, NULL or FORCE_QUOTE");
            };
            words.acceptSign(",");
        }
        if (isInParentheses) {
            words.acceptSign(")");
        }
        words.expectEnd();
        return format;
    }

    private static Format named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "csv" -> Format.CSV;
            case "text" -> Format.TEXT;
            case "binary" -> Format.BINARY;
            default ->
                throw Failure.of(
                        SqlState.NOT_SUPPORTED,
                        "COPY format \"" + name + "\" is not supported. Write text, csv or binary.");
        };
    }

    private static Format with(Format format, boolean hasHeader, char delimiter, String nullText, boolean quotesAll) {
        if (format.isBinary()) {
            throw Failure.of(SqlState.SYNTAX_ERROR, "COPY in format binary has no other options. Leave them out.");
        }
        return new Format(format.kind, hasHeader, delimiter, nullText, format.quote, quotesAll);
    }

    private static boolean isOn(StatementWords words) {
        if (words.accept("false") || words.accept("off")) {
            return false;
        }
        if (!words.accept("true")) {
            words.accept("on");
        }
        return true;
    }

    private static String value(StatementWords words) {
        words.accept("as");
        Token value = words.take("a text");
        if (value.kind() != Token.Kind.STRING) {
            throw Failure.of(
                    SqlState.SYNTAX_ERROR, "\"" + value.text() + "\" is no text. Put it between single quotes.");
        }
        return value.text();
    }

    private static char character(StatementWords words) {
        String value = value(words);
        if (value.length() != 1 || value.charAt(0) == '\n' || value.charAt(0) == '\r' || value.charAt(0) == '\\') {
            throw Failure.of(SqlState.INVALID_ARGUMENT, "COPY delimiter must be a single one-byte character");
        }
        return value.charAt(0);
    }

    private static Format quotedAll(StatementWords words, Format format) {
        if (!words.acceptSign("*")) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "FORCE_QUOTE is for all columns here. Write FORCE_QUOTE *.");
        }
        return with(format, format.hasHeader, format.delimiter, format.nullText, true);
    }

    private static Format encoded(StatementWords words, Format format) {
        if (!value(words).replace("-", "").equalsIgnoreCase("utf8")) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "texts are in UTF8 here. Leave ENCODING out.");
        }
        return format;
    }

    @Override
    public List<PgType> parameters() {
        return query.parameters();
    }

    /** A separate message describes them. */
    @Override
    public List<PgColumn> columns() {
        return null;
    }

    @Override
    public ResultRows run(List<Object> values) {
        return query.run(values);
    }
}
