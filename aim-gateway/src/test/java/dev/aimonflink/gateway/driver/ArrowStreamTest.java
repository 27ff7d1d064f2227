package dev.aimonflink.gateway.driver;

import dev.aimonflink.gateway.arrow.ArrowStream;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What pyarrow reads of our streams. */
class ArrowStreamTest {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final PgText TEXTS = new PgText(ZoneOffset.UTC, OidNames.NONE);

    @TempDir
    private Path folder;

    private List<String> read(List<PgColumn> columns, List<List<Object[]>> pages)
            throws IOException, InterruptedException {
        Path file = folder.resolve("rows.arrow");
        try (OutputStream out = Files.newOutputStream(file)) {
            ArrowStream stream = new ArrowStream(columns, TEXTS, out);
            for (List<Object[]> page : pages) {
                for (Object[] row : page) {
                    stream.add(row);
                }
            }
            stream.end();
        }
        List<String> command = new ArrayList<>(
                Drivers.python(Program.RESOURCES.resolve("arrow.py").toString()));
        command.add(file.toString());
        Program.Ended ended = Program.run(DEADLINE, command);
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return ended.out().lines().toList();
    }

    @Test
    void shouldBeReadInEachType() throws Exception {
        List<PgColumn> columns = List.of(
                new PgColumn("b", PgType.BOOL),
                new PgColumn("i2", PgType.INT2),
                new PgColumn("i4", PgType.INT4),
                new PgColumn("i8", PgType.INT8),
                new PgColumn("f4", PgType.FLOAT4),
                new PgColumn("f8", PgType.FLOAT8),
                new PgColumn("n", PgType.NUMERIC, PgColumn.numeric(18, 2)),
                new PgColumn("any", PgType.NUMERIC),
                new PgColumn("d", PgType.DATE),
                new PgColumn("t", PgType.TIMESTAMP),
                new PgColumn("tz", PgType.TIMESTAMPTZ),
                new PgColumn("text", PgType.TEXT));
        Object[] some = {
            true,
            -2L,
            70_000L,
            Long.MIN_VALUE,
            0.5,
            0.1,
            new BigDecimal("-1234567890123456.78"),
            new BigDecimal("0.1230"),
            LocalDate.of(1969, 12, 31),
            LocalDateTime.of(2026, 11, 18, 12, 0, 0, 1_000),
            Instant.parse("1969-12-31T23:59:59.999999Z"),
            "Zürich"
        };
        Object[] others = {
            false,
            3L,
            -1L,
            0L,
            -1.5,
            1e300,
            new BigDecimal("0.00"),
            BigDecimal.TEN,
            LocalDate.EPOCH,
            LocalDateTime.of(2026, 1, 1, 0, 0),
            Instant.EPOCH,
            ""
        };
        assertThat(read(columns, List.of(List.of(some, new Object[columns.size()], others))))
                .containsExactly(
                        "b: bool, i2: int16, i4: int32, i8: int64, f4: float, f8: double, n: decimal128(18, 2),"
                                + " any: string, d: date32[day], t: timestamp[us], tz: timestamp[us, tz=UTC], text: string",
                        "True, -2, 70000, -9223372036854775808, 0.5, 0.1, -1234567890123456.78, 0.1230, 1969-12-31,"
                                + " 2026-11-18 12:00:00.000001, 1969-12-31 23:59:59.999999+00:00, Zürich",
                        "None, None, None, None, None, None, None, None, None, None, None, None",
                        "False, 3, -1, 0, -1.5, 1e+300, 0.00, 10, 1970-01-01, 2026-01-01 00:00:00,"
                                + " 1970-01-01 00:00:00+00:00, ");
    }

    @Test
    void shouldBeReadInManyBatches() throws Exception {
        List<PgColumn> columns = List.of(new PgColumn("id", PgType.INT8), new PgColumn("name", PgType.TEXT));
        List<List<Object[]>> pages = new ArrayList<>();
        List<String> expected = new ArrayList<>(List.of("id: int64, name: string"));
        for (int size : new int[] {0, 1, 7, 8, 9, 20_000, 0}) {
            pages.add(LongStream.range(0, size)
                    .mapToObj(id -> new Object[] {id, "name " + (id == 5_000 ? "x".repeat(2_000_000) : id)})
                    .toList());
            pages.get(pages.size() - 1).forEach(row -> expected.add(row[0] + ", " + row[1]));
        }
        assertThat(read(columns, pages)).isEqualTo(expected);
    }

    @Test
    void shouldBeReadWithoutRows() throws Exception {
        assertThat(read(List.of(new PgColumn("id", PgType.INT8)), List.of())).containsExactly("id: int64");
    }
}
