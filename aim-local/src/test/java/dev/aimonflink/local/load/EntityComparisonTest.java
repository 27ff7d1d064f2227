package dev.aimonflink.local.load;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.AnswerComparison;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.EntityProfile;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.plain.PlainEntities;
import dev.aimonflink.core.plain.PlainMatrix;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.setup.ModelSource;
import dev.aimonflink.local.demo.ExampleModels;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EntityComparisonTest {
    private static final long SEED = 5;
    private static final int CARDS = 4;
    private static final int PAYMENTS = 12;
    private static final long NOW_MS = 1_795_132_800_000L;

    private final ModelSource source = ModelSource.of(
            "Model", ExampleModels.FOLDER.resolve("payments.yaml").toString());
    private final Model model = source.model();
    private final ModelProfileGenerator profiles = new ModelProfileGenerator(model, SEED, source.tables());
    private final PlainMatrix matrix = new PlainMatrix(model, ZoneOffset.UTC);
    private final PlainEntities entities = new PlainEntities(model, ZoneOffset.UTC);

    @BeforeEach
    void publish() {
        ModelEventGenerator payments = new ModelEventGenerator(model, SEED, CARDS - 1, Distribution.uniform());
        DeclaredEvent payment = new DeclaredEvent(model.event());
        for (int i = 0; i < PAYMENTS; i++) {
            payments.next(NOW_MS + i, payment);
            entities.event(payment);
            matrix.apply(payment.keyNumber(), payment.timestampMs(), payment.values());
        }
        for (int card = 0; card < CARDS; card++) {
            entities.update(profiles.profile(card));
        }
    }

    /** What a job answers that is right but for a change. */
    private QueryResult answer(AskedQuery call, UnaryOperator<Map<String, Object>> change) {
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
        List<EntityId> cards = LongStream.range(0, CARDS).mapToObj(EntityId::of).toList();
        return new EntityComparison(
                        (call, timeout) -> CompletableFuture.completedFuture(answer(call, change)), model, entities)
                .run(cards, CARDS);
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
    void shouldExpectNoRowOfAnUnknownCard() {
        AnswerComparison.Outcome outcome = new EntityComparison(
                        (call, timeout) -> CompletableFuture.completedFuture(answer(call, row -> row)), model, entities)
                .run(List.of(EntityId.of(CARDS)), CARDS);

        assertThat(outcome.differences()).singleElement().satisfies(difference -> {
            assertThat(difference.expected()).isEqualTo("0 rows");
            assertThat(difference.actual()).isEqualTo("1 row");
        });
    }
}
