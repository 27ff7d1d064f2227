package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.RandomUpdates;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.ShippedModel;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.rules.format.RuleFile;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.RandomRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.testing.Scale;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A preview by columns finds what one by records does, whose conditions judge events. */
class PreviewScanTest {
    private static final int UPDATES = 60;
    private static final int RULES = 20;
    private static final AnswerLimits NO_TIME = new AnswerLimits(10, 10, 10, 10, 0);

    static LongStream seeds() {
        return Scale.seeds(15);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldFindWhatRecordsSay(long seed) {
        Random random = new Random(seed);
        Model model = RandomUpdates.model(random, null);
        RandomUpdates updates = new RandomUpdates(model, random);
        EntityTables files = RandomModels.tables(model, random);
        MatrixTables tables = new MatrixTables(MatrixSchema.of(model), files, Map.of());
        RuleColumns columns = new RuleColumns(tables);
        CheckingPartition partition = new CheckingPartition(
                tables,
                ZoneOffset.UTC,
                new RuleSet(List.of(), columns, RuleSet.Engine.SEARCH),
                ScanMode.values()[(int) (seed % ScanMode.values().length)]);
        for (int i = 0; i < UPDATES; i++) {
            if (random.nextInt(5) == 0) {
                updates.later();
                partition.profile(updates.key(), updates.attributes());
            }
            partition.event(updates.event());
        }
        RandomRules drawn = new RandomRules(model, random);
        List<Rule> rules = IntStream.range(0, RULES)
                .mapToObj(i -> drawn.checkedRule("rule-" + i, Instant.ofEpochMilli(updates.nowMs())))
                .filter(each -> !each.when().contains("idle")
                        && (each.message() == null || !each.message().contains("idle")))
                .toList();
        PreviewRules byRecords = new PreviewRules(rules, columns, nanos -> {});
        PreviewScan byColumns = PreviewScan.of(byRecords, columns, AnswerLimits.USUAL);
        partition.partition.submit(new Asker("records", "a", Long.MAX_VALUE), byRecords);
        partition.partition.submit(new Asker("columns", "b", Long.MAX_VALUE), byColumns);
        partition.run();
        assertThat(partition.answers).as("seed=%d", seed).hasSize(2).allMatch(each -> each.error() == null);
        assertThat(byColumns.answer(partition.answer("columns").readPartial()))
                .as("seed=%d rules=%s", seed, rules)
                .isEqualTo(byRecords.answer(partition.answer("records").readPartial()));
    }

    private static void fill(CheckingPartition partition, MatrixTables tables) {
        for (int id = 0; id < 50; id++) {
            DeclaredEvent event = new DeclaredEvent(tables.schema().model().event());
            event.keyNumber(id);
            event.timestampMs(1);
            event.clockMs(1);
            partition.event(event);
        }
    }

    /** Keys from 10 on have two digits, and so more work than a rule may take: the job would not fire for them either. */
    @Test
    void shouldFindNobodyForWhomARuleTakesMoreWorkThanItMay() throws IOException {
        MatrixTables tables = ShippedModel.withAllColumns("calls").tables();
        RuleColumns columns = new RuleColumns(tables);
        CheckingPartition partition = new CheckingPartition(
                tables, ZoneOffset.UTC, new RuleSet(List.of(), columns, RuleSet.Engine.SEARCH), ScanMode.S1);
        String key = tables.schema().model().event().key().name();
        PreviewRules dear = new PreviewRules(
                RuleFile.parse(
                        "- {id: dear, when: 'length(repeat(" + Names.snakeCase(key) + "::text, 200000)) >= 0'}",
                        "r",
                        ZoneOffset.UTC,
                        columns),
                columns,
                nanos -> {});
        fill(partition, tables);
        PreviewScan byColumns = PreviewScan.of(dear, columns, AnswerLimits.USUAL);
        partition.partition.submit(new Asker("records", "a", Long.MAX_VALUE), dear);
        partition.partition.submit(new Asker("columns", "b", Long.MAX_VALUE), byColumns);
        partition.run();
        assertThat(dear.answer(partition.answer("records").readPartial()).get(0).get(1))
                .isEqualTo(10L);
        assertThat(byColumns
                        .answer(partition.answer("columns").readPartial())
                        .get(0)
                        .get(1))
                .isEqualTo(10L);
    }

    @Test
    void shouldEndWhatTakesTooLongOfAllOthersTime() throws IOException {
        MatrixTables tables = ShippedModel.withAllColumns("calls").tables();
        RuleColumns columns = new RuleColumns(tables);
        CheckingPartition partition = new CheckingPartition(
                tables, ZoneOffset.UTC, new RuleSet(List.of(), columns, RuleSet.Engine.SEARCH), ScanMode.S1);
        PreviewRules slow = new PreviewRules(
                RuleFile.parse("- {id: slow, when: 'length(repeat(zip, 1000)) >= 0'}", "r", ZoneOffset.UTC, columns),
                columns,
                NO_TIME::requireTime);
        fill(partition, tables);
        partition.partition.submit(new Asker("records", "a", Long.MAX_VALUE), slow);
        partition.partition.submit(new Asker("columns", "b", Long.MAX_VALUE), PreviewScan.of(slow, columns, NO_TIME));
        partition.run();
        assertThat(partition.answers)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.error().inSql().state()).isEqualTo("57014"));
    }
}
