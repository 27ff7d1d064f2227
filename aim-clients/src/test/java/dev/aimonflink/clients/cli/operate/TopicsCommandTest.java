package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TopicsCommandTest {
    private final FakeKafka kafka = new FakeKafka();

    @Test
    void shouldCreateTopicsAndShowThem() {
        CommandRun run = CommandRun.of(kafka, "topics", "create", "--output", "csv")
                .succeeds()
                .shows("""
            topic,name,state,partitions,replicationFactor,cleanupPolicy,retention,timestampType,differences
            events,aim.events.v1,created,4,1,delete,8d,LogAppendTime,
            profiles,aim.profiles.v1,created,4,1,compact,,LogAppendTime,
            queries,aim.queries.v1,created,1,1,delete,1h,LogAppendTime,
            results,aim.results.v1,created,1,1,delete,1h,LogAppendTime,
            dead-letters,aim.dead-letters.v1,created,1,1,delete,8d or 1024 MiB,LogAppendTime,
            rules,aim.rules.v1,created,1,1,delete,forever,LogAppendTime,
            alerts,aim.alerts.v1,created,1,1,delete,8d,LogAppendTime,
            """);
        CommandRun.of(kafka, "topics", "create", "--output", "csv")
                .succeeds()
                .shows(run.out().replace("created", "exists"));
    }

    @Test
    void shouldTakeSettingsAndNames() {
        CommandRun run = CommandRun.of(
                        kafka,
                        "topics",
                        "create",
                        "--topic-prefix=my.",
                        "--topic=results=answers",
                        "--partitions=events=8",
                        "--partitions=queries=2",
                        "--retention=events=3d",
                        "--replication-factor=3",
                        "-o",
                        "csv")
                .succeeds();
        assertThat(run.out())
                .contains(
                        "events,my.events.v1,created,8,3,delete,3d,LogAppendTime,\n",
                        "queries,my.queries.v1,created,2,3,delete,1h,LogAppendTime,\n",
                        "results,answers,created,1,3,delete,1h,LogAppendTime,\n");
    }

    @Test
    void shouldReportWhatIsNotAsWantedAndExitAsPartial() {
        kafka.withTopics(TopicSettings.defaults().withPartitions(TopicRole.EVENTS, 2));
        CommandRun run =
                CommandRun.of(kafka, "topics", "create", "--output", "csv").exits(ExitCode.PARTIAL);
        assertThat(run.out()).contains(",exists,2,1,delete,8d,LogAppendTime,\"partitions is 2, not 4\"\n");
    }

    @Test
    void shouldListTopicsWithoutCreatingAny() {
        CommandRun run =
                CommandRun.of(kafka, "topics", "list", "--output", "jsonl").succeeds();
        assertThat(run.out().lines())
                .hasSize(7)
                .first()
                .isEqualTo("{\"topic\":\"events\",\"name\":\"aim.events.v1\",\"state\":\"missing\",\"partitions\":null,"
                        + "\"replicationFactor\":null,\"cleanupPolicy\":null,\"retention\":null,"
                        + "\"timestampType\":null,\"differences\":null}");
        CommandRun.of(kafka, "topics", "list", "--output", "jsonl").shows(run.out());
    }

    @Test
    void shouldRefuseSettingsOutsideTheirLimits() {
        CommandRun.of(kafka, "topics", "create", "--partitions=events=0")
                .refuses("partitions of events=0 is outside 1..1024. Give a number inside.\n");
    }
}
