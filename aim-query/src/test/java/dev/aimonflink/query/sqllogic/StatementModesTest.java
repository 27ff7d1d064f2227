package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.testing.Scale;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of statements in each mode of scans: on the task's thread and beside it, by the fastest way that there is and row by row. Lines
 * are in several blocks, and others change behind each step of a pass.
 */
@Tag("compiled")
class StatementModesTest {
    private static final int ONE_OF = 10;

    static Stream<PartitionsEngine.Setting> settings() {
        return Stream.of(LineColumns.values()).flatMap(columns -> Stream.of(ScanMode.values())
                .flatMap(mode -> Stream.of(ScanWay.Kind.KERNEL, ScanWay.Kind.ROWS)
                        .map(way -> new PartitionsEngine.Setting(columns, mode, way, true))));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void shouldAnswerSomeStatementsInEachMode(PartitionsEngine.Setting setting) throws IOException {
        long seed = Scale.seed();
        System.out.println(setting + " seed=" + seed);
        Random random = new Random(seed);
        assertThat(passed(setting, "seed=" + seed, () -> random.nextInt(ONE_OF) == 0))
                .isGreaterThan(100);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("settings")
    void shouldAnswerAllStatementsInEachMode(PartitionsEngine.Setting setting) throws IOException {
        assertThat(passed(setting, "all", () -> true)).isGreaterThan(2_000);
    }

    /** How many statements were answered as the files say, if none was not. */
    private static long passed(PartitionsEngine.Setting setting, String which, BooleanSupplier choice)
            throws IOException {
        LogicSystem system =
                new LogicSystem(Engine.PARTITIONS.system().name(), tables -> new PartitionsEngine(tables, setting));
        LogicTally all = new LogicTally();
        for (Path file : RegressionsTest.ofOwnTables()) {
            try (BufferedReader lines = Files.newBufferedReader(RegressionsTest.FOLDER.resolve(file))) {
                all.add(LogicRun.of(file.toString(), lines, system, null, choice));
            }
        }
        assertThat(all.failures()).as("%s, %s", setting, which).isEqualTo(List.of());
        assertThat(all.reasons()).as("%s, %s", setting, which).isEmpty();
        return all.passed();
    }
}
