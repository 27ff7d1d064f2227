package dev.aimonflink.job.operator;

import dev.aimonflink.job.rule.FakeRules;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.rules.judge.RandomRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import static dev.aimonflink.job.operator.DecidingJob.DAY_MS;
import static dev.aimonflink.job.operator.DecidingJob.DELAY_MS;
import static dev.aimonflink.job.operator.DecidingJob.FAR_MS;
import static dev.aimonflink.job.operator.DecidingJob.KAFKA_PARTITIONS;
import static dev.aimonflink.job.operator.DecidingJob.MINUTE_MS;
import static dev.aimonflink.job.operator.DecidingJob.NOON_MS;
import static dev.aimonflink.job.operator.DecidingJob.OFFERS;
import static dev.aimonflink.job.operator.DecidingJob.WITHOUT_ATTRIBUTES;
import static dev.aimonflink.job.operator.DecidingJob.payment;
import static dev.aimonflink.job.operator.DecidingJob.writesEvents;

/** Records in Kafka partitions. Each card has its own one. */
final class Topic {
    private final List<List<DeclaredEvent>> partitions = new ArrayList<>();
    private RuleHistory rules = RuleHistory.EMPTY;

    Topic() {
        for (int partition = 0; partition < KAFKA_PARTITIONS; partition++) {
            partitions.add(new ArrayList<>());
        }
    }

    Topic with(int partition, DeclaredEvent... payments) {
        partitions.get(partition).addAll(List.of(payments));
        return this;
    }

    /** Payments of weeks in a minute or a day each, some of them late, and some too large for those before. */
    static Topic drawn(Random random, int payments) {
        Topic topic = new Topic();
        long[] nowMs = new long[KAFKA_PARTITIONS];
        Arrays.setAll(nowMs, partition -> NOON_MS - random.nextLong(9 * DAY_MS));
        for (int left = payments; left > 0; left--) {
            int partition = random.nextInt(KAFKA_PARTITIONS);
            nowMs[partition] += random.nextInt(4) == 0 ? random.nextLong(4 * DAY_MS) : MINUTE_MS;
            long lateMs = random.nextInt(3) == 0 ? random.nextLong(10 * DAY_MS) : 0;
            int items = random.nextInt(6) == 0 ? Integer.MAX_VALUE / 5 : random.nextInt(200);
            long card = partition + KAFKA_PARTITIONS * (long) random.nextInt(3);
            topic.with(partition, payment(card, nowMs[partition] - lateMs, items));
        }
        return topic;
    }

    /** With rules that are put, changed, muted and deleted while its records come. */
    Topic withRules(Random random, int changes) {
        RandomRules drawn = new RandomRules(WITHOUT_ATTRIBUTES, random);
        List<RuleHistory.Entry> entries = new ArrayList<>();
        long timeMs = FAR_MS - DELAY_MS - 1;
        for (int offset = 0; offset < changes; offset++) {
            timeMs += random.nextInt(3) == 0 ? 0 : random.nextInt(6_000);
            String id = "rule-" + random.nextInt(6);
            entries.add(
                    random.nextInt(8) == 0
                            ? RuleHistory.Entry.deleted(offset, timeMs, id)
                            : RuleHistory.Entry.of(
                                    offset, timeMs, writes(id, drawn.rule(id, Instant.ofEpochMilli(NOON_MS))), null));
        }
        rules = RuleHistory.of(FakeRules.TOPIC).with(entries);
        return this;
    }

    private static Rule writes(String id, Rule rule) {
        return new Rule(
                id,
                rule.when(),
                rule.params(),
                rule.every(),
                rule.check(),
                rule.valid(),
                rule.priority(),
                rule.message(),
                writesEvents(id)
                        ? new Rule.NewEvent(OFFERS, "cardId", Map.of("items", "coalesce(event.items, 0)"))
                        : null,
                rule.resolves(),
                rule.enabled(),
                rule.shadow(),
                rule.mute());
    }

    RuleHistory rules() {
        return rules;
    }

    List<DeclaredEvent> partition(int number) {
        return partitions.get(number);
    }

    /** When Kafka takes a record: a minute passes while the longest topics come. */
    static long recordMs(int partition, int offset) {
        return FAR_MS + offset * 1_000L + partition * 300L;
    }

    int[] ends() {
        return partitions.stream().mapToInt(List::size).toArray();
    }

    int[] middles() {
        return partitions.stream().mapToInt(each -> each.size() / 2).toArray();
    }

    long newestMs() {
        return partitions.stream()
                .flatMap(List::stream)
                .mapToLong(DeclaredEvent::timestampMs)
                .max()
                .orElseThrow();
    }

    List<Long> cards() {
        return partitions.stream()
                .flatMap(List::stream)
                .map(DeclaredEvent::keyNumber)
                .distinct()
                .sorted()
                .toList();
    }
}
