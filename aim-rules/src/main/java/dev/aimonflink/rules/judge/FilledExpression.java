package dev.aimonflink.rules.judge;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.Lexer;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.SqlLimits;
import dev.aimonflink.sql.text.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** An expression with the values of its parameters in place of {@code :name}; errors are at the original characters. */
final class FilledExpression {
    /** A value in the filled text, and behind which original character it ends. */
    private record Value(int begin, int end, int writtenBegin, int writtenEnd) {}

    private final String text;
    private final List<Value> values;

    private FilledExpression(String text, List<Value> values) {
        this.text = text;
        this.values = values;
    }

    /** @throws SqlException if a parameter has no value */
    static FilledExpression of(String written, Map<String, Object> params) {
        List<Token> tokens = new ArrayList<>();
        // The parser reports what cannot be read.
        SqlException noEnd = Lexer.splitAnyway(written, tokens);
        StringBuilder filled = new StringBuilder();
        List<Value> values = new ArrayList<>();
        int done = 0;
        for (int i = 0; i + 1 < tokens.size() && noEnd == null; i++) {
            Token colon = tokens.get(i);
            Token name = tokens.get(i + 1);
            if (colon.text().equals(":") && name.kind() == Token.Kind.WORD && name.position() == colon.end()) {
                filled.append(written, done, colon.position());
                int begin = filled.length();
                filled.append(literal(written.substring(name.position(), name.end()), params, colon.position()));
                values.add(new Value(begin, filled.length(), colon.position(), name.end()));
                done = name.end();
                requireFits(filled, colon.position());
            }
        }
        return new FilledExpression(filled.append(written.substring(done)).toString(), values);
    }

    private static void requireFits(StringBuilder filled, int position) {
        if (filled.length() > SqlLimits.MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "With its parameters the text has more than " + SqlLimits.MAX_CHARACTERS
                            + " characters. Write it shorter.");
        }
    }

    /** Blanks separate it from its neighbours. */
    private static String literal(String name, Map<String, Object> params, int position) {
        Object value = params.get(name);
        if (value == null) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    position,
                    "The parameter :" + Spelling.shortened(name) + " has no value. "
                            + Spelling.closest(name, params.keySet())
                                    .map(near -> "Did you mean :" + near + "?")
                                    .orElse("Add it to 'params', such as 'params: {" + Spelling.shortened(name)
                                            + ": 100}'."));
        }
        if (value instanceof String string) {
            return " '" + string.replace("'", "''") + "' ";
        }
        String number = value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
        return number.startsWith("-") ? " (" + number + ") " : " " + number + " ";
    }

    Bound bound(Function<String, Bound> binding) {
        try {
            return binding.apply(text);
        } catch (SqlException wrong) {
            throw new SqlException(wrong.state(), written(wrong.position()), wrong.getMessage());
        }
    }

    /** The index in the original text of a character in the filled one. */
    private int written(int position) {
        int at = position;
        for (Value value : values) {
            if (position >= value.end) {
                at = value.writtenEnd + position - value.end;
            } else if (position >= value.begin) {
                at = value.writtenBegin;
            }
        }
        return at;
    }
}
