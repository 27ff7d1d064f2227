package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.rules.report.RulesReport;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PublishRulesCommandTest {
    private final FakeKafka kafka = new FakeKafka()
            .withTopics()
            .withModel(CallModel.withAggregates(42), PresetModels.tables())
            .withRefusals();

    private QueryResult answer(Request request) {
        if (request.asked().query().equals(RulesReport.ID)) {
            long read = kafka.published().size() - 1L;
            return Results.ok(
                    request,
                    new RulesReport().answerColumns(),
                    List.of(Arrays.asList(null, read, null, null, null, null, 5L, "", "UTC", 0L)));
        }
        String[] parts = ((String) request.asked().params().get("text")).split("percentile_disc", -1);
        assertThat(parts[1]).startsWith("(0.9995) WITHIN GROUP (ORDER BY ").contains("_this_day)");
        return Results.ok(
                request,
                Collections.nCopies(parts.length - 1, "percentile_disc"),
                List.of(Collections.nCopies(parts.length - 1, new BigDecimal("7.50"))));
    }

    private List<String> values() {
        return kafka.published().stream()
                .map(each -> new String(each.value(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void shouldGiveTheJobCampaignsOfThePapers() {
        kafka.withJob(this::answer);
        CommandRun run = CommandRun.of(kafka, "publish", "rules", "--count=30", "--output=csv")
                .succeeds();
        assertThat(run.out().lines()).hasSize(31);
        assertThat(run.err())
                .startsWith(
                        "Every partition of the job has read version 29. It judges the events that Kafka takes from ");
        List<String> values = values();
        assertThat(values).hasSize(30).allMatch(each -> each.contains("\"valid\""));
        CommandRun.of(kafka, "publish", "rules", "--count=30").says("Nothing changes.\n");
        CommandRun.of(kafka, "publish", "rules", "--count=30", "--seed=43", "--no-wait")
                .succeeds();
        assertThat(values()).hasSizeGreaterThan(40);
    }

    @Test
    void shouldGiveTheJobCampaignsAboveValuesThatItSaysFewReach() {
        kafka.withJob(this::answer);
        CommandRun.of(kafka, "publish", "rules", "--count=40", "--profile=selective")
                .succeeds();
        assertThat(values()).hasSize(40);
        assertThat(values()).allMatch(each -> each.contains("\"id\":\"campaign-") && each.contains(" > 7.50"));

        kafka.withJob(request -> Results.error(request, Code.SQL_ERROR));
        CommandRun.of(kafka, "publish", "rules", "--profile=selective")
                .refuses("The job does not say how many entities are above which values: No luck.\n");
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        CommandRun.of(kafka, "publish", "rules", "--profile=papers")
                .says("profile=papers is none. Give one of paper, selective.\n");
        assertThat(CommandRun.of(kafka, "publish", "rules", "--count=10001").err())
                .contains("count=10001");
    }
}
