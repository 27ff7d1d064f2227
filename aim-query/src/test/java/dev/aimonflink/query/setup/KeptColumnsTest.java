package dev.aimonflink.query.setup;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeptColumnsTest {
    private static MatrixSchema visits(String windows, int rooms) {
        String filters = IntStream.range(0, rooms)
                .mapToObj(room -> "  room_%d: room = %d\n".formatted(room, room))
                .reduce("", String::concat);
        String yaml =
                "model: visits\nentity: guest\nevent: visit\nkey: guestId\ntime: at\nfields:\n  room: int\n  minutes: int\n"
                        + (rooms == 0 ? "" : "filters:\n" + filters) + "windows: [" + windows
                        + "]\naggregates: {minutes: [sum, max]}\n";
        return MatrixSchema.of(ModelFile.parse(yaml, "visits.yaml"));
    }

    private static List<String> names(MatrixSchema schema) {
        return schema.columns().stream().map(StoredColumn::name).toList();
    }

    @Test
    void shouldKeepAllColumnsOfASmallModelForSql() {
        MatrixSchema schema = visits("1 day", 2);
        assertThat(KeptColumns.of(schema, List.of("sql"))).containsExactlyInAnyOrderElementsOf(names(schema));
    }

    @Test
    void shouldKeepTheColumnsOfAllEventsFirst() {
        MatrixSchema schema = visits("1 hour, 1 day, 1 week, 1 month", 20);
        assertThat(KeptColumns.of(schema, List.of("sql")))
                .hasSize(KeptColumns.MOST_FOR_SQL)
                .containsAll(names(visits("1 hour, 1 day, 1 week, 1 month", 0)))
                .contains("max_minutes_of_room_0_this_hour", "max_minutes_of_room_15_this_hour")
                .doesNotContain("count_events_of_room_16_this_hour", "count_events_of_room_0_this_day");
    }

    @Test
    void shouldKeepForSqlWhereTheCatalogueScansNothing() {
        MatrixSchema schema = visits("1 day", 2);
        assertThat(KeptColumns.of(schema, List.of("auto"))).isEqualTo(KeptColumns.of(schema, List.of("sql")));
    }

    @Test
    void shouldKeepWhatANamedColumnIsComputedFrom() {
        MatrixSchema schema = MatrixSchema.of(ModelFile.parse("""
                {model: visits, entity: guest, event: visit, key: guestId, time: at, fields: {minutes: int},
                 windows: [1 day], aggregates: {minutes: [avg]}}""", "visits.yaml"));
        assertThat(KeptColumns.of(schema, List.of("avg_minutes_this_day")))
                .containsExactlyInAnyOrder("count_events_this_day", "sum_minutes_this_day");
    }

    @Test
    void shouldSayHowManyColumnsSqlReads() {
        MatrixSchema small = visits("1 day", 2);
        assertThat(KeptColumns.summary(small, List.of("auto")))
                .isEqualTo("All 6 columns are always kept for questions over all entities.");
        MatrixSchema large = visits("1 day, 1 week", 20);
        assertThat(KeptColumns.summary(large, List.of("auto")))
                .isEqualTo("Of 84 columns 60 are always kept for questions over all entities; others are read from the"
                        + " records by the first question that needs them. aim.matrix.columns keeps more.");
        assertThat(KeptColumns.summary(large, List.of("max_minutes_this_day"))).startsWith("Of 84 columns 1 are");
        assertThat(KeptColumns.summary(large, List.of("all"))).startsWith("All 84 columns are");
    }

    @Test
    void shouldReadWhatIsComputedOfKeptColumnsAlone() {
        MatrixSchema schema = MatrixSchema.of(ModelFile.parse(
                "{model: visits, entity: guest, event: visit, key: guestId, time: at, fields: {minutes: int, euros: int},"
                        + " windows: [1 day], aggregates: {minutes: [avg], euros: [avg]}}",
                "visits.yaml"));
        assertThat(KeptColumns.readable(schema, List.of("count_events_this_day", "sum_euros_this_day")))
                .containsExactly("count_events_this_day", "sum_euros_this_day", "avg_euros_this_day");
    }
}
