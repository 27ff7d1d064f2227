package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class TopicAdminTest {
    private final FakeTopicStore store = new FakeTopicStore();
    private final TopicAdmin admin = new TopicAdmin(store, "broker:9092");
    private final Topics topics = Topics.defaults();

    @Test
    void shouldCreateAllTopicsAsDocumented() {
        List<TopicReport> reports = admin.createMissing(topics, TopicSettings.defaults());

        assertThat(reports).hasSize(7).allMatch(TopicReport::created).allMatch(report -> report.differences()
                .isEmpty());
        assertThat(store.topics.get("aim.events.v1"))
                .isEqualTo(new TopicState(
                        "aim.events.v1",
                        4,
                        1,
                        Map.of(
                                "cleanup.policy", "delete",
                                "retention.ms", "691200000",
                                "message.timestamp.type", "LogAppendTime")));
        assertThat(store.topics.get("aim.profiles.v1"))
                .isEqualTo(new TopicState(
                        "aim.profiles.v1",
                        4,
                        1,
                        Map.of("cleanup.policy", "compact", "message.timestamp.type", "LogAppendTime")));
        for (String name : List.of("aim.queries.v1", "aim.results.v1")) {
            assertThat(store.topics.get(name).partitions()).isEqualTo(1);
            assertThat(store.topics.get(name).config()).containsEntry("retention.ms", "3600000");
        }
        assertThat(store.topics.get("aim.dead-letters.v1").partitions()).isEqualTo(1);
        assertThat(store.topics.get("aim.dead-letters.v1").config())
                .containsEntry("retention.ms", "691200000")
                .containsEntry("retention.bytes", "1073741824");
        assertThat(store.topics.get("aim.rules.v1"))
                .isEqualTo(new TopicState(
                        "aim.rules.v1",
                        1,
                        1,
                        Map.of(
                                "cleanup.policy", "delete",
                                "retention.ms", "-1",
                                "retention.bytes", "-1",
                                "message.timestamp.type", "LogAppendTime")));
        assertThat(store.topics.get("aim.alerts.v1").partitions()).isEqualTo(1);
        assertThat(store.topics.get("aim.alerts.v1").config()).containsEntry("retention.ms", "691200000");
        assertThat(store.topics.values())
                .allMatch(topic -> topic.config().get("message.timestamp.type").equals("LogAppendTime"));
    }

    @Test
    void shouldCreateNothingTwice() {
        admin.createMissing(topics, TopicSettings.defaults());
        List<TopicReport> again = admin.createMissing(topics, TopicSettings.defaults());
        assertThat(again).noneMatch(TopicReport::created).allMatch(report -> report.differences()
                .isEmpty());
    }

    @Test
    void shouldReportWhereAnExistingTopicDiffersAndLeaveItAlone() {
        TopicState existing = new TopicState(
                "aim.events.v1",
                2,
                1,
                Map.of(
                        "cleanup.policy", "delete",
                        "retention.ms", "691200000",
                        "message.timestamp.type", "CreateTime"));
        store.topics.put("aim.events.v1", existing);

        List<TopicReport> reports =
                admin.createMissing(topics, TopicSettings.defaults().withReplicationFactor(3));

        assertThat(reports.get(0).created()).isFalse();
        assertThat(reports.get(0).differences())
                .containsExactly(
                        "partitions is 2, not 4",
                        "replication factor is 1, not 3",
                        "message.timestamp.type is CreateTime, not LogAppendTime");
        assertThat(store.topics.get("aim.events.v1")).isEqualTo(existing);
        assertThat(reports.subList(1, 7)).allMatch(TopicReport::created);
    }

    @Test
    void shouldNotClaimATopicThatSomebodyElseCreatedMeanwhile() {
        store.createdMeanwhile = new TopicState("aim.queries.v1", 9, 1, Map.of());
        List<TopicReport> reports = admin.createMissing(topics, TopicSettings.defaults());
        TopicReport queries = reports.get(TopicRole.QUERIES.ordinal());
        assertThat(queries.created()).isFalse();
        assertThat(queries.differences()).contains("partitions is 9, not 1");
    }

    @Test
    void shouldListWhatIsMissing() {
        store.topics.put("aim.results.v1", TopicSettings.defaults().wanted(TopicRole.RESULTS, "aim.results.v1"));
        List<TopicReport> reports = admin.list(topics, TopicSettings.defaults());
        assertThat(reports).filteredOn(report -> report.state() != null).hasSize(1);
        assertThat(store.topics).hasSize(1);
    }

    @Test
    void shouldSayWhichRequiredTopicsAreMissing() {
        store.topics.put("aim.results.v1", TopicSettings.defaults().wanted(TopicRole.RESULTS, "aim.results.v1"));
        admin.require(List.of("aim.results.v1"));
        assertFails(
                        ClientException.class,
                        () -> admin.require(List.of("aim.results.v1", "aim.queries.v1", "aim.events.v1")))
                .hasMessage("The broker at broker:9092 has no topic aim.events.v1, aim.queries.v1. Create it with"
                        + " `aim topics create` and the same options.");
    }

    @Test
    void shouldCloseItsStore() {
        admin.close();
        assertThat(store.closed).isTrue();
    }

    @Test
    void shouldTakeOtherSettings() {
        TopicSettings settings = TopicSettings.defaults()
                .withPartitions(TopicRole.EVENTS, 16)
                .withRetention(TopicRole.RESULTS, Duration.ofMinutes(5));
        assertThat(settings.wanted(TopicRole.EVENTS, "e").partitions()).isEqualTo(16);
        assertThat(settings.wanted(TopicRole.RESULTS, "r").config()).containsEntry("retention.ms", "300000");
        assertThat(TopicSettings.defaults().wanted(TopicRole.EVENTS, "e").partitions())
                .isEqualTo(4);
    }

    @Test
    void shouldRefuseSettingsOutsideTheirLimits() {
        TopicSettings settings = TopicSettings.defaults();
        settings.withPartitions(TopicRole.EVENTS, TopicSettings.MAX_PARTITIONS);
        settings.withReplicationFactor(TopicSettings.MAX_REPLICATION_FACTOR);
        assertFails(InvalidInputException.class, () -> settings.withPartitions(TopicRole.EVENTS, 1_025))
                .hasMessage("partitions of events=1025 is outside 1..1024. Give a number inside.");
        assertFails(InvalidInputException.class, () -> settings.withPartitions(TopicRole.EVENTS, 0));
        assertFails(InvalidInputException.class, () -> settings.withReplicationFactor(17))
                .hasMessage("replicationFactor=17 is outside 1..16. Give a number inside, at most the number of"
                        + " brokers.");
        assertFails(InvalidInputException.class, () -> settings.withRetention(TopicRole.PROFILES, Duration.ofDays(1)))
                .hasMessage("retention of profiles=1d has no meaning: the topic is compacted and keeps the newest"
                        + " record of each key. Leave it out.");
        assertFails(InvalidInputException.class, () -> settings.withRetention(TopicRole.RULES, Duration.ofDays(1)))
                .hasMessage(
                        "retention of rules=1d would forget rules that still judge events. Leave it out: the topic is"
                                + " kept for ever.");
        assertFails(InvalidInputException.class, () -> settings.withPartitions(TopicRole.RULES, 2))
                .hasMessage("partitions of rules=2 would lose the order of its records. Leave it out: it has one.");
        assertFails(InvalidInputException.class, () -> settings.withRetention(TopicRole.EVENTS, Duration.ZERO))
                .hasMessage("retention of events=0ms keeps nothing. Give a time.");
    }
}
