package dev.aimonflink.job.rule;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleHistory.Entry;
import dev.aimonflink.rules.judge.RuleVersions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

class RulesReaderTest {
    private static final long TOPIC = 7;

    /** A topic in memory. */
    private final class FakeBroker implements RulesBroker {
        private final List<Entry> records = new ArrayList<>();
        private long topic = TOPIC;
        private boolean exists = true;
        private boolean isDown;
        private boolean isStuck;
        private long begin;
        private long position = -1;
        private int mostAtOnce = 100;
        private final List<Long> suspended = new ArrayList<>();

        /** What happens while records are read. */
        private Runnable reading = () -> {};

        void append(String id) {
            records.add(Entry.deleted(records.size(), 1_000, id));
        }

        @Override
        public State ask() {
            if (isDown) {
                throw new KafkaException("The broker is down.");
            }
            return exists ? new State(topic, begin, records.size()) : null;
        }

        @Override
        public void seek(long offset) {
            position = offset;
        }

        @Override
        public List<Entry> read(Duration time) {
            reading.run();
            if (isStuck) {
                pass(time);
                return List.of();
            }
            List<Entry> next =
                    List.copyOf(records.subList((int) position, (int) Math.min(records.size(), position + mostAtOnce)));
            position += next.size();
            return next;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void suspend(Rule rule, RuleHistory.Suspension suspension) {
            suspended.add(suspension.version());
        }

        @Override
        public void close() {}
    }

    private final FakeBroker broker = new FakeBroker();
    private long nowNanos = 1_000_000_000_000L;
    private final RulesReader topic = new RulesReader("aim.rules.v1", () -> broker, () -> nowNanos);

    private void pass(Duration time) {
        nowNanos += time.toNanos();
    }

    @Test
    void shouldKnowAllRulesOnceItHasReadUpToTheEnd() throws Exception {
        broker.append("a");
        broker.append("b");
        CompletableFuture<Void> opens = topic.whenOpen();
        assertThat(topic.isOpen()).isFalse();
        topic.look();
        assertThat(opens).isDone();
        assertThat(topic.isOpen()).isTrue();
        assertThat(topic.history().newest()).isEqualTo(1);
        assertThat(topic.history().topic()).isEqualTo(TOPIC);
        broker.append("c");
        topic.look();
        assertThat(topic.history().newest()).isEqualTo(2);
    }

    @Test
    void shouldNotKnowThemASecondLater() throws Exception {
        topic.look();
        pass(Duration.ofSeconds(1));
        assertThat(topic.isOpen()).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(topic.isOpen()).isFalse();
        assertThat(topic.ageMs()).isEqualTo(1_000);
        CompletableFuture<Void> opens = topic.whenOpen();
        assertThat(opens).isNotDone();
        assertThat(topic.whenOpen()).isSameAs(opens);
        topic.look();
        assertThat(opens).isDone();
    }

    @Test
    void shouldCountFromTheQuestionForTheEndWhereTheTopicIsReadFiveSecondsLate() throws Exception {
        topic.look();
        broker.append("a");
        broker.reading = () -> pass(Duration.ofSeconds(5));
        topic.look();
        assertThat(topic.history().newest()).isZero();
        assertThat(topic.isOpen()).as("what came meanwhile is unknown").isFalse();
        broker.reading = () -> {};
        topic.look();
        assertThat(topic.isOpen()).isTrue();
    }

    @Test
    void shouldNotKnowThemWhileTheBrokerIsDown() throws Exception {
        topic.look();
        broker.isDown = true;
        pass(Duration.ofSeconds(2));
        topic.look();
        assertThat(topic.isOpen()).isFalse();
        broker.isDown = false;
        topic.look();
        assertThat(topic.isOpen()).isTrue();
    }

    @Test
    void shouldHaveNoRulesWhereThereIsNoTopicUntilItIsCreated() throws Exception {
        broker.exists = false;
        topic.look();
        assertThat(topic.isOpen()).isTrue();
        assertThat(topic.history().newest()).isEqualTo(RuleHistory.NONE);
        assertThat(topic.history().topic()).isEqualTo(RuleHistory.NO_TOPIC);
        broker.exists = true;
        broker.append("a");
        topic.look();
        assertThat(topic.history().newest()).isZero();
    }

    @Test
    void shouldNotKnowThemWhereTheTopicIsGone() throws Exception {
        topic.look();
        broker.exists = false;
        pass(Duration.ofSeconds(2));
        topic.look();
        assertThat(topic.isOpen()).isFalse();
    }

    @Test
    void shouldNotKnowThemWhereTheTopicOfARestoredJobIsGone() throws Exception {
        topic.require(TOPIC);
        broker.exists = false;
        topic.look();
        assertThat(topic.isOpen()).isFalse();
        broker.exists = true;
        topic.look();
        assertThat(topic.isOpen()).isTrue();
    }

    @Test
    void shouldNotKnowThemWhereAnotherTaskHasAskedBeforeTheRestoredOne() throws Exception {
        broker.exists = false;
        topic.look();
        assertThat(topic.isOpen()).isTrue();
        topic.require(TOPIC);
        assertThat(topic.isOpen()).isFalse();
        topic.look();
        assertThat(topic.isOpen()).isFalse();
    }

    @Test
    void shouldJudgeByNoRuleWhatWasReadBeforeTheTopicWasCreatedAnew() throws Exception {
        broker.append("a");
        topic.look();
        assertThat(topic.await(TOPIC + 1, 57)).isSameAs(RuleHistory.EMPTY);
        assertThat(topic.await(TOPIC, RuleHistory.NONE)).isSameAs(topic.history());
    }

    @Test
    void shouldNotKnowThemWhereTheTopicHasLostItsEnd() throws Exception {
        List.of("a", "b", "c").forEach(broker::append);
        topic.look();
        broker.records.subList(1, 3).clear();
        pass(Duration.ofSeconds(2));
        topic.look();
        assertThat(topic.isOpen()).isFalse();
    }

    /** A broker that was behind for a moment has the same records; one that is said to have others stays as it is. */
    @Test
    void shouldNotKnowThemAnyMoreWhereOthersHaveTheOffsets() throws Exception {
        List.of("a", "b", "c").forEach(broker::append);
        topic.look();
        pass(Duration.ofSeconds(2));
        broker.append("d");
        broker.reading = () -> {
            throw new OffsetOutOfRangeException(Map.of());
        };
        topic.look();
        broker.reading = () -> {};
        topic.look();
        assertThat(topic.isOpen()).isFalse();
    }

    @Test
    void shouldNotWaitForARecordThatIsGone() throws Exception {
        List.of("a", "b", "c", "d", "e").forEach(broker::append);
        broker.begin = 5;
        topic.look();
        RuleHistory known = CompletableFuture.supplyAsync(() -> {
                    try {
                        return topic.await(TOPIC, 3);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .get(60, TimeUnit.SECONDS);
        assertThat(known.newest()).isEqualTo(RuleHistory.NONE);
    }

    @Test
    void shouldNotKnowThemWhereRecordsDoNotCome() throws Exception {
        broker.append("a");
        broker.isStuck = true;
        topic.look();
        assertThat(topic.isOpen()).isFalse();
        broker.isStuck = false;
        topic.look();
        assertThat(topic.isOpen()).isTrue();
    }

    @Test
    void shouldNotGoOnByATopicThatWasCreatedAnewButBeginWithIt() throws Exception {
        broker.append("a");
        topic.look();
        broker.topic = TOPIC + 1;
        broker.records.clear();
        pass(Duration.ofSeconds(2));
        topic.look();
        assertThat(topic.isOpen()).isFalse();
        assertThat(topic.history().newest()).isZero();
        RulesReader restarted = new RulesReader("aim.rules.v1", () -> broker, () -> nowNanos);
        restarted.require(TOPIC);
        restarted.look();
        assertThat(restarted.isOpen()).isTrue();
        assertThat(restarted.history().newest()).isEqualTo(RuleHistory.NONE);
        assertThat(restarted.history().topic()).isEqualTo(TOPIC + 1);
    }

    private static Entry rule(long offset, String id) {
        byte[] json = ("{\"id\":\"" + id + "\",\"when\":\"event.cost > 1\"}").getBytes(StandardCharsets.UTF_8);
        return Entry.of(offset, 1_000, RuleJson.read(id.getBytes(StandardCharsets.UTF_8), json), null);
    }

    @Test
    void shouldSuspendAVersionUntilThereIsANewerOne() throws Exception {
        RuleVersions versions = topic.versions(TestSettings.with());
        assertThat(topic.versions(TestSettings.with())).as("one for all tasks").isSameAs(versions);
        broker.records.add(rule(0, "a"));
        broker.records.add(rule(1, "b"));
        topic.look();
        BoundRule dear = versions.at(1, topic.history()).rules().get(0);
        topic.suspend(dear, "It takes too much.");
        topic.look();
        assertThat(broker.suspended).containsExactly(0L);
        topic.look();
        assertThat(broker.suspended).as("not at each look").containsExactly(0L);
        pass(Duration.ofSeconds(10));
        topic.look();
        assertThat(broker.suspended).as("the broker may not have it").containsExactly(0L, 0L);
        broker.records.add(rule(2, "a"));
        pass(Duration.ofSeconds(10));
        topic.look();
        assertThat(broker.suspended).containsExactly(0L, 0L);
    }

    @Test
    void shouldMakeTheRulesOfANewVersionBeforeAnEventIsJudgedByThem() throws Exception {
        RuleVersions versions = topic.versions(TestSettings.with());
        broker.records.add(rule(0, "a"));
        topic.look();
        assertThat(versions.has(0)).isTrue();
    }

    /** A task may wait for this version, and would have to make its rules itself. */
    @Test
    void shouldMakeTheRulesOfAVersionBeforeItTellsOfIt() throws Exception {
        RuleVersions versions = topic.versions(TestSettings.with());
        broker.records.add(rule(0, "a"));
        broker.records.add(rule(1, "b"));
        broker.mostAtOnce = 1;
        broker.reading = () -> {
            if (topic.history().newest() == 0) {
                throw new KafkaException("Between two records the broker goes.");
            }
        };
        topic.look();
        assertThat(topic.history().newest()).isZero();
        assertThat(versions.has(0)).isTrue();
    }

    @Test
    void shouldBeginWithTheFirstRecordThatThereIs() throws Exception {
        broker.append("a");
        broker.append("b");
        broker.begin = 1;
        topic.look();
        assertThat(topic.history().newest()).isEqualTo(1);
        assertThat(topic.isOpen()).isTrue();
    }

    /** Who has read it has done so before two looks that find the end before it. */
    @Test
    void shouldNotWaitForARecordThatALaterLookDoesNotFind() throws Exception {
        broker.append("a");
        topic.look();
        CompletableFuture<RuleHistory> waits = CompletableFuture.supplyAsync(() -> {
            try {
                return topic.await(TOPIC, 3);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            while (!waits.isDone()) {
                topic.look();
            }
        });
        assertThat(waits.get().newest()).isZero();
    }

    @Test
    void shouldWaitForAVersionThatAnotherHasRead() throws Exception {
        CompletableFuture<RuleHistory> waits = CompletableFuture.supplyAsync(() -> {
            try {
                return topic.await(TOPIC, 1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        broker.append("a");
        topic.look();
        assertThat(waits).isNotDone();
        broker.append("b");
        topic.look();
        assertThat(waits.get(10, TimeUnit.SECONDS).newest()).isEqualTo(1);
    }
}
