package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Casts;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An alert's message: a text with expressions in braces, replaced by their values as SQL texts. <code>{{</code> and <code>}}</code> are braces. */
public final class RuleMessage {
    static final int MAX_CHARACTERS = 8_192;

    private static final String NULL = "NULL";

    /** For an expression that has no value for this event, as in a division by zero. */
    private static final String FAILED = "?";

    /** Texts, each but the last followed by an expression. */
    private final List<String> texts = new ArrayList<>();

    private final List<Bound> expressions = new ArrayList<>();

    private RuleMessage() {}

    /** @throws ModelException with the character at which the message is wrong */
    static RuleMessage of(Rule rule, RuleColumns columns) {
        RuleMessage message = new RuleMessage();
        message.read(rule.message() == null ? usual(rule, columns.schema().model()) : rule.message(), rule, columns);
        return message;
    }

    private static String usual(Rule rule, Model model) {
        return rule.id() + " is true for " + model.entity().name() + " {"
                + Names.snakeCase(model.event().key().name()) + "}";
    }

    private void read(String template, Rule rule, RuleColumns columns) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            final char c = template.charAt(at);
            final boolean isTwice = at + 1 < template.length() && template.charAt(at + 1) == c;
            if (c == '{' && !isTwice) {
                int end = endOf(template, at + 1);
                texts.add(text.toString());
                text.setLength(0);
                expressions.add(bound(template.substring(at + 1, end), at + 1, rule, columns));
                at = end + 1;
            } else {
                text.append(c);
                at += isTwice && (c == '{' || c == '}') ? 2 : 1;
            }
        }
        texts.add(text.toString());
    }

    /** The index of the brace, outside quotes, that ends an expression. */
    private static int endOf(String template, int begin) {
        char quote = 0;
        for (int i = begin; i < template.length(); i++) {
            final char c = template.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '}') {
                return i;
            }
        }
        throw wrong("The brace has no end. Close it with }, or write {{ for a brace.", begin - 1, null);
    }

    private static Bound bound(String expression, int begin, Rule rule, RuleColumns columns) {
        if (expression.isBlank()) {
            throw wrong("Nothing stands between the braces. Write a column, or {{ for a brace.", begin - 1, null);
        }
        Object value = rule.params().get(expression.strip());
        if (value != null) {
            return new Bound.Constant(Casts.convert(value, SqlType.TEXT, 0), SqlType.TEXT, 0);
        }
        try {
            return FilledExpression.of(expression, rule.params()).bound(columns::bound);
        } catch (SqlException wrong) {
            throw wrong(wrong.getMessage(), begin + Math.max(0, wrong.position()), wrong);
        }
    }

    private static ModelException wrong(String sentence, int offset, Exception causeOrNull) {
        return new ModelException(sentence, offset, causeOrNull, "message");
    }

    public Stream<Bound> expressions() {
        return expressions.stream();
    }

    /** Shortened if it is very long. */
    public String text(Row values) {
        return text(values, defect -> {});
    }

    /** @param failed takes our defects by which its expressions fail */
    public String text(Row values, Consumer<Throwable> failed) {
        StringBuilder text = new StringBuilder(texts.get(0));
        for (int i = 0; i < expressions.size() && text.length() <= MAX_CHARACTERS; i++) {
            text.append(valueOf(expressions.get(i), values, failed)).append(texts.get(i + 1));
        }
        return Spelling.shortened(text.toString(), MAX_CHARACTERS);
    }

    private static String valueOf(Bound expression, Row values, Consumer<Throwable> failed) {
        try {
            Object value = RowEvaluator.evaluate(expression, values);
            return value == null ? NULL : (String) Casts.convert(value, SqlType.TEXT, expression.position());
        } catch (SqlException wrong) {
            return FAILED;
        } catch (RuntimeException | StackOverflowError defect) {
            failed.accept(defect);
            return FAILED;
        }
    }
}
