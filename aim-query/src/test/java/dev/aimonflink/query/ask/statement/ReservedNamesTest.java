package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** A model may have names that are words of SQL, which queries and filters quote. */
class ReservedNamesTest {
    private static final EntityTables FILES = new EntityTables(List.of(new EntityTable(
            "table", List.of("group", "from"), List.of(new String[] {"a", "Bern"}, new String[] {"b", "Basel"}))));

    private static final MatrixTables TABLES =
            new MatrixTables(MatrixSchema.of(ModelFile.parse("""
            model: select
            entity: user
            event: insert
            key: order
            time: at
            fields: {limit: int, where: boolean}
            attributes: {group: {type: text, table: table, columns: [from]}, select: boolean}
            tables: {table: table.csv}
            filters: {having: '"where" and "limit" > 10'}
            windows: [1 day]
            aggregates: {events: [count], limit: [sum]}
            names: {sum: "{measure}[_{filter}]"}
            """, "model.yaml")), FILES, Map.of());

    private final SqlMatrix matrix = new SqlMatrix(TABLES, 2);

    @BeforeEach
    void fill() {
        for (long key = 1; key <= 4; key++) {
            DeclaredEvent event = new DeclaredEvent(TABLES.schema().model().event());
            event.keyNumber(key);
            event.timestampMs(1_795_132_800_000L);
            event.values().bits(0, 10 * key);
            event.values().bits(1, key % 2);
            matrix.event(event);
            matrix.profile(EntityId.of(key), Attributes.of(key % 2 == 0 ? "a" : "b", key > 1));
        }
    }

    private List<List<Object>> rows(String text) {
        QueryResult result = matrix.ask(new SqlText(TABLES, AnswerLimits.USUAL).query(text, List.of()));
        assertThat(result.error()).isNull();
        return result.rows();
    }

    @Test
    void shouldBeAskedForInQuotes() {
        assertThat(
                        rows(
                                "select \"order\", \"group\", \"select\", \"limit\", limit_having from users order by \"order\""))
                .containsExactly(
                        List.of(1L, "b", false, 10L, 0L),
                        List.of(2L, "a", true, 20L, 0L),
                        List.of(3L, "b", true, 30L, 30L),
                        List.of(4L, "a", true, 40L, 0L));
        assertThat(rows("select \"group\", sum(\"limit\") from users group by \"group\" having bool_and(\"select\")"
                        + " order by 1"))
                .extracting(row -> row.get(0))
                .containsExactly("a");
        assertThat(rows("select \"limit\" from users where \"order\" = 3")).containsExactly(List.of(30L));
        assertThat(rows("select \"from\", count(*) from users u join \"table\" t on u.\"group\" = t.\"group\""
                        + " group by 1 order by 1"))
                .containsExactly(List.of("Basel", 2L), List.of("Bern", 2L));
    }

    @Test
    void shouldBeRefusedWithoutQuotesByAMessageThatQuotesThem() {
        assertFails(QueryFailure.class, () -> rows("select order from users"))
                .hasMessage("Expected a value, but found \"order\". Write \"order\" in double quotes if it is a name.");
        assertFails(QueryFailure.class, () -> rows("select 1 from users where group = 'a'"))
                .hasMessage("Expected a value, but found \"group\". Write \"group\" in double quotes if it is a name.");
    }
}
