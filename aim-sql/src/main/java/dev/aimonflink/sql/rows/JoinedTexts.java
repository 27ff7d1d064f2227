package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.LongValues;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Texts, one behind the other, each but the first one with what is written before it. */
final class JoinedTexts extends Accumulator {
    private record Piece(String text, String before, Object[] terms) {}

    private final Budget budget;
    private final SortOrder order;
    private final List<Piece> pieces = new ArrayList<>();

    /** Those that are there already, if equal ones are taken once. */
    private final Set<List<String>> taken = new HashSet<>();

    JoinedTexts(AggregateCall call, Budget budget) {
        super(call);
        this.budget = budget;
        order = new SortOrder(call.order(), budget);
    }

    @Override
    Object input(Row row) {
        String text = (String) super.input(row);
        if (text == null) {
            return null;
        }
        String before = (String) RowEvaluator.evaluate(call.arguments().get(1), row);
        return new Piece(text, before == null ? "" : before, order.values(row));
    }

    /** It leaves them out itself: they are equal if what is before them is, too. */
    @Override
    boolean dependsOnDuplicates() {
        return false;
    }

    @Override
    void add(Object input) {
        Piece piece = (Piece) input;
        if (!call.isDistinct() || taken.add(List.of(piece.text, piece.before))) {
            budget.keepRow();
            budget.keepText(piece.before.length() + piece.text.length(), call.position());
            pieces.add(piece);
        }
    }

    @Override
    Object value() {
        if (pieces.isEmpty()) {
            return null;
        }
        List<Piece> sorted = new ArrayList<>(pieces);
        Comparator<Piece> byTerms = Comparator.comparing(Piece::terms, order);
        sorted.sort(
                call.isDistinct()
                        ? byTerms.thenComparing(Piece::text, (left, right) -> Order.compare(left, right, SqlType.TEXT))
                        : byTerms);
        long characters = -sorted.get(0).before.length();
        for (Piece piece : sorted) {
            characters += piece.before.length() + piece.text.length();
        }
        LongValues.requireCharacters(Row.of(), characters, call.position());
        budget.keepText(characters, call.position());
        StringBuilder text = new StringBuilder(sorted.get(0).text);
        sorted.subList(1, sorted.size())
                .forEach(piece -> text.append(piece.before).append(piece.text));
        return text.toString();
    }
}
