package dev.aimonflink.rules.report;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.report.RulesState.OfRule;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RulesReportTest {
    private static final RulesState.OfJob JOB =
            new RulesState.OfJob(2_000L, List.of("offers", "limits"), "Europe/Zurich", 1_000);

    private final RulesReport report = new RulesReport();

    private List<List<Object>> answer(RulesState... states) throws Exception {
        Partial merged = null;
        for (RulesState state : states) {
            Partial partial = Partial.read(report.partial(state).toBytes());
            merged = merged == null ? partial : merged.merge(partial);
        }
        return report.answer(merged);
    }

    private static List<Object> row(Object... values) {
        return Arrays.asList(values);
    }

    @Test
    void shouldBeAskedByItsNameAndNotBeListed() {
        RuleColumns columns = new RuleColumns(Catalogues.tables(CallModel.schema(42), PresetModels.tables()));
        Catalogue catalogue = RuleQueries.beside(new Catalogue(List.of()), columns, AnswerLimits.USUAL);
        assertThat(catalogue.bind(RulesReport.asked())).isEqualTo(report);
        assertThat(catalogue.entries()).extracting(Catalogue.Entry::id).containsExactly("preview", "verify");
        assertThat(report.answerColumns()).hasSameSizeAs(report.answerTypes());
    }

    @Test
    void shouldSayThatNothingWasReadWhereAPartitionHasReadNothing() throws Exception {
        assertThat(answer(new RulesState(-1, JOB, List.of()), new RulesState(4, JOB, List.of())))
                .containsExactly(
                        row(null, -1L, null, null, null, null, 2_000L, "offers,limits", "Europe/Zurich", 1_000L, null));
    }

    @Test
    void shouldSayThatAJobReadsNoRules() throws Exception {
        assertThat(answer(new RulesState(-1, new RulesState.OfJob(null, List.of(), "UTC", 1_000), List.of())))
                .containsExactly(row(null, -1L, null, null, null, null, null, "", "UTC", 1_000L, null));
    }

    @Test
    void shouldAddUpTheFiguresOfAllPartitions() throws Exception {
        assertThat(answer(
                        new RulesState(
                                9,
                                JOB,
                                List.of(new OfRule("b", 7, 1, 2, 3, 300, null), new OfRule("a", 4, 5, 0, 0, 0, null))),
                        new RulesState(8, JOB, List.of(new OfRule("b", 7, 10, 20, 30, 3000, null)))))
                .containsExactly(
                        row(null, 8L, null, null, null, null, 2_000L, "offers,limits", "Europe/Zurich", 1_000L, null),
                        row("a", 4L, 5L, 0L, 0L, null, null, null, null, null, 0L),
                        row("b", 7L, 11L, 22L, 33L, null, null, null, null, null, 3300L));
    }

    @Test
    void shouldShowTheNewestVersionThatCanBeJudgedByAndTheFaultOfANewerOne() throws Exception {
        String fault = "There is no field \"cots\".";
        assertThat(answer(
                        new RulesState(
                                9,
                                JOB,
                                List.of(
                                        new OfRule("replaced", 2, 4, 0, 0, 0, null),
                                        new OfRule("wrong", 3, 6, 0, 0, 0, null),
                                        new OfRule("wrong", 5, 0, 0, 0, 0, fault),
                                        new OfRule("never", 6, 0, 0, 0, 0, fault))),
                        new RulesState(
                                9,
                                JOB,
                                List.of(
                                        new OfRule("replaced", 8, 1, 0, 0, 0, null),
                                        new OfRule("wrong", 3, 1, 0, 0, 0, null),
                                        new OfRule("wrong", 5, 0, 0, 0, 0, fault),
                                        new OfRule("never", 6, 0, 0, 0, 0, fault)))))
                .containsExactly(
                        row(null, 9L, null, null, null, null, 2_000L, "offers,limits", "Europe/Zurich", 1_000L, null),
                        row(
                                "never",
                                null,
                                0L,
                                0L,
                                0L,
                                "Version 6: There is no field \"cots\".",
                                null,
                                null,
                                null,
                                null,
                                0L),
                        row("replaced", 8L, 5L, 0L, 0L, null, null, null, null, null, 0L),
                        row(
                                "wrong",
                                3L,
                                7L,
                                0L,
                                0L,
                                "Version 5: There is no field \"cots\".",
                                null,
                                null,
                                null,
                                null,
                                0L));
    }
}
