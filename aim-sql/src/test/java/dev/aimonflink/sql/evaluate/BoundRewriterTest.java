package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.ConstantSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class BoundRewriterTest {
    private static final String[] EXPRESSIONS = {
        "items = 3 and not online or declined is null",
        "online is true",
        "items is not distinct from delta",
        "items in (1, delta, 3)",
        "city like 'B%'",
        "-items * 2 + account",
        "city || merchant",
        "amount::double precision",
        "case when online then items when declined then delta else 7 end",
        "coalesce(delta, items)",
        "round(amount, items)"
    };

    private static List<Bound> expressions() {
        List<Bound> bounds = new ArrayList<>();
        for (String expression : EXPRESSIONS) {
            bounds.add(Samples.bind(expression));
        }
        Bound items = Samples.bind("items");
        bounds.add(new Bound.InSet(items, new ConstantSet(List.of(1L)), 2));
        bounds.add(new Bound.InInitial(items, 4, 2));
        return bounds;
    }

    @Test
    void shouldLeaveAnExpressionAsItIsWhereNothingIsReplaced() {
        for (Bound bound : expressions()) {
            assertThat(new BoundRewriter(node -> null).rewrite(bound)).isEqualTo(bound);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 0})
    void shouldMoveEachField(int columns) {
        for (Bound bound : expressions()) {
            List<Integer> moved = indexes(BoundRewriter.withoutFirst(columns, bound));
            assertThat(moved)
                    .isNotEmpty()
                    .isEqualTo(indexes(bound).stream()
                            .map(index -> index - columns)
                            .toList());
        }
    }

    private static List<Integer> indexes(Bound bound) {
        List<Column> columns = new ArrayList<>();
        ColumnsOf.add(bound, columns);
        return columns.stream().map(Column::index).toList();
    }

    @Test
    void shouldNotLookIntoWhatItReplaces() {
        Bound seven = Samples.bind("7");
        BoundRewriter rewriter = new BoundRewriter(node -> node instanceof Bound.Arithmetic ? seven : null);
        assertThat(RowEvaluator.evaluate(rewriter.rewrite(Samples.bind("abs(items + delta * 2)")), Row.of()))
                .isEqualTo(7L);
    }

    @Test
    void shouldKeepNothingWhereThereIsNothing() {
        assertThat(new BoundRewriter(node -> null).rewrite((Bound) null)).isNull();
    }
}
