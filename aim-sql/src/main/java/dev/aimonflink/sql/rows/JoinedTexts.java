package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.evaluate.LongValues;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.List;

/** Texts, one behind the other, each but the first one with what is written before it. */
final class JoinedTexts extends Pieces {
    JoinedTexts(AggregateCall call, Budget budget) {
        super(call, budget);
    }

    @Override
    Object input(Row row) {
        Piece piece = (Piece) super.input(row);
        return piece.value() == null ? null : piece;
    }

    private static String text(Object value) {
        return value == null ? "" : (String) value;
    }

    private static int length(Piece piece) {
        return text(piece.value()).length() + text(piece.other()).length();
    }

    @Override
    void keep(Piece piece) {
        budget.keepText(length(piece), call.position());
    }

    @Override
    String value(List<Piece> sorted) {
        long characters = sorted.stream().mapToLong(JoinedTexts::length).sum()
                - text(sorted.get(0).other()).length();
        LongValues.requireCharacters(Row.of(), characters, call.position());
        budget.keepText(characters, call.position());
        StringBuilder joined = new StringBuilder(text(sorted.get(0).value()));
        sorted.subList(1, sorted.size())
                .forEach(piece -> joined.append(text(piece.other())).append(text(piece.value())));
        return joined.toString();
    }
}
