package dev.aimonflink.local.load;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EntityProfile;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.plain.PlainMatrix;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.wire.ModelSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EntityComparisonTest {
    private static final long SEED = 5;
    private static final int CARDS = 4;
    private static final int PAYMENTS = 12;
    private static final long NOW_MS = 1_795_132_800_000L;

    private final ModelSource source = ModelSource.of(
            "Model", Path.of("..", "docs", "models", "payments.yaml").toString());
    private final Model model = source.model();
    private final ModelProfileGenerator profiles =
            new ModelProfileGenerator(model, SEED, source.tables("dimensions", null));
    private final EventSample sample = new EventSample(model, CARDS, 1);
    private final PlainMatrix matrix = new PlainMatrix(model, ZoneOffset.UTC);

    @BeforeEach
    void publish() {
        ModelEventGenerator payments = new ModelEventGenerator(model, SEED, CARDS - 1, Distribution.uniform());
        DeclaredEvent payment = new DeclaredEvent(model.event());
        for (int i = 0; i < PAYMENTS; i++) {
            payments.next(NOW_MS + i, payment);
            sample.add(payment);
        }
        sample.replayTo(matrix);
    }

    /** What a job answers that is right but for a change. */
    private QueryResult answer(QueryCall call, UnaryOperator<Map<String, Object>> change) {
        if (call.query().equals("verify")) {
            return Results.ok(call, List.of(List.of((long) CARDS, 0L)));
        }
        long card = (Long) call.params().get("cardId");
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("cardId", card);
        EntityProfile profile = profiles.profile(card);
        for (Attribute attribute : model.entity().attributes()) {
            row.put(attribute.name(), profile.attributes().value(row.size() - 1));
        }
        model.columns().forEach(column -> {
            boolean isTotal = column.function().isStored()
                    && List.of("count", "sum", "squares")
                            .contains(column.function().label());
            Object ofNothing = isTotal ? (Object) 0L : null;
            row.put(column.name(), matrix.keys().contains(card) ? matrix.value(card, column) : ofNothing);
        });
        Map<String, Object> changed = change.apply(row);
        List<List<Object>> rows = List.of(new ArrayList<>(changed.values()));
        return Results.ok(call, new ArrayList<>(changed.keySet()), rows);
    }

    private AnswerComparison.Outcome compared(UnaryOperator<Map<String, Object>> change) {
        return new EntityComparison(
                        (call, timeout) -> CompletableFuture.completedFuture(answer(call, change)), model, profiles)
                .run(sample, CARDS);
    }

    @Test
    void shouldAcceptWhatIsRightAlsoOfACardWithoutPayments() {
        assertThat(model.entity().attributes()).noneMatch(each -> each.type().is(FieldType.Kind.DECIMAL));
        AnswerComparison.Outcome outcome = compared(row -> row);
        assertThat(outcome.differences()).as("seed=%d", SEED).isEmpty();
        assertThat(outcome.asked()).isEqualTo(CARDS + 1);
        assertThat(matrix.keys()).doesNotContain(CARDS - 1L);
    }

    @Test
    void shouldNameEachColumnThatDiffers() {
        AnswerComparison.Outcome outcome = compared(row -> {
            if (row.get("cardId").equals(0L)) {
                row.put("count_events_this_day", -1L);
                row.remove("tier");
            }
            return row;
        });
        assertThat(outcome.differences())
                .as("seed=%d", SEED)
                .extracting(AnswerComparison.Difference::actual)
                .containsExactly("tier=nothing", "count_events_this_day=-1");
    }

    @Test
    void shouldCompareNumbersByTheirValues() {
        assertThat(EntityComparison.areEqual(3L, new BigDecimal("3.00"))).isTrue();
        assertThat(EntityComparison.areEqual(new BigDecimal("0.10"), 0.1)).isTrue();
        assertThat(EntityComparison.areEqual(3L, new BigDecimal("3.01"))).isFalse();
        assertThat(EntityComparison.areEqual(1e9, new BigDecimal("1000000000.5")))
                .isTrue();
        assertThat(EntityComparison.areEqual(1e9, 1_000_000_002L)).isFalse();
        assertThat(EntityComparison.areEqual(null, null)).isTrue();
        assertThat(EntityComparison.areEqual(null, 0L)).isFalse();
        assertThat(EntityComparison.areEqual(0L, null)).isFalse();
        assertThat(EntityComparison.areEqual("gold", "gold")).isTrue();
    }

    @Test
    void shouldSampleFewerEntitiesWithMoreEventsEach() {
        assertThat(EventSample.size(100_000, 3, 100)).isEqualTo(EventSample.MAX_ENTITIES);
        assertThat(EventSample.size(200, 3, 100)).isEqualTo(200);
        assertThat(EventSample.size(100_000, 200, 100)).isEqualTo(50);
        assertThat(EventSample.size(100_000, 500, 100)).isEqualTo(EventSample.MIN_ENTITIES);
        assertThat(EventSample.size(5, 500, 100)).isEqualTo(5);
    }
}
