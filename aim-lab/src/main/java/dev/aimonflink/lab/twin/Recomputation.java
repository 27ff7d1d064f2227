package dev.aimonflink.lab.twin;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.plain.Oracle;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.plain.PlainRules;
import dev.aimonflink.sql.SqlException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;

/**
 * Recomputes the job's answers from its topics' records alone, and finds which of these are dead letters. The oracle changes models where
 * the job did.
 *
 * <p>The reading order of Kafka partitions does not matter: each event is judged by its own one's time, and an entity's events are in one.
 */
public final class Recomputation implements Oracle {
    private final long maxFutureSkewMs =
            AimOptions.MAX_FUTURE_SKEW.defaultValue().toMillis();
    private final long rulesDelayMs = AimOptions.RULES_DELAY.defaultValue().toMillis();
    private final List<Generation> generations;
    private final Map<String, byte[]> deadLetters = new TreeMap<>();

    /** By Kafka partition, the newest event time read. */
    private final Map<Integer, Long> clocksMs = new HashMap<>();

    private final EntityTables tables;
    private final ModelEventCodec codec;
    private final ProfileModelCodec profileCodec;
    private final PlainEntities entities;
    private final RuleHistory history;
    private final PlainRules rules;
    private final AlertComparison alerts = new AlertComparison();
    private final DeclaredEvent event;
    private long records;

    public Recomputation(
            List<Generation> generations, EntityTables tables, ZoneId zone, EventFormat format, RuleHistory history) {
        this.generations = List.copyOf(generations);
        this.tables = tables;
        // Generations only differ in their aggregates.
        Model model = generations.get(0).kept().model();
        codec = format.newCodec(model);
        profileCodec = new ProfileModelCodec(model);
        entities = new PlainEntities(model, zone);
        this.history = history;
        rules = new PlainRules(tables(generations.get(0).kept()), zone);
        event = new DeclaredEvent(model.event());
    }

    private MatrixTables tables(KeptModel kept) {
        return new MatrixTables(kept.matrix(), tables, Map.of());
    }

    public static RuleHistory history(List<ConsumerRecord<byte[], byte[]>> read) {
        return RuleHistory.of(RuleHistory.NO_TOPIC)
                .with(read.stream().map(Recomputation::entry).toList());
    }

    private static RuleHistory.Entry entry(ConsumerRecord<byte[], byte[]> read) {
        RuleHistory.Entry entry = RuleRecords.entry(
                read.offset(),
                read.timestamp(),
                read.timestampType() == TimestampType.LOG_APPEND_TIME,
                read.key(),
                read.value(),
                null);
        Header suspends = read.headers().lastHeader(RuleRecords.SUSPENDS);
        return suspends == null
                ? entry
                : entry.suspends(new RuleHistory.Suspension(RuleRecords.number(suspends.value()), "It is suspended."));
    }

    public void events(List<ConsumerRecord<byte[], byte[]>> read) {
        records += read.size();
        for (int generation = 0; generation < generations.size(); generation++) {
            Model model = generations.get(generation).kept().model();
            entities.evolveTo(model, new GivenModel(model, tables).queries());
            rules.evolveTo(tables(generations.get(generation).kept()));
            for (ConsumerRecord<byte[], byte[]> each : read) {
                if (generationOf(each) == generation) {
                    event(each);
                }
            }
        }
    }

    private int generationOf(ConsumerRecord<byte[], byte[]> read) {
        int generation = generations.size() - 1;
        while (!generations.get(generation).includes(read.partition(), read.offset())) {
            generation--;
        }
        return generation;
    }

    private void event(ConsumerRecord<byte[], byte[]> read) {
        try {
            codec.decode(read.value(), event);
        } catch (MalformedException malformed) {
            deadLetter(read);
            return;
        }
        boolean isAhead = event.timestampMs() - read.timestamp() > maxFutureSkewMs;
        if (isAhead || !counts(read)) {
            deadLetter(read);
        }
    }

    private boolean counts(ConsumerRecord<byte[], byte[]> read) {
        event.position(read.partition(), read.offset());
        event.clockMs(clocksMs.merge(read.partition(), event.timestampMs(), Math::max));
        rules.event(event, history, read.timestamp() - rulesDelayMs)
                .forEach(fired ->
                        alerts.expect(fired, "-" + read.topic() + "-" + read.partition() + "-" + read.offset()));
        try {
            return entities.event(event) == PlainMatrix.Outcome.APPLIED;
        } catch (SqlException filterHasNoValue) {
            return false;
        }
    }

    public void profile(ConsumerRecord<byte[], byte[]> read) {
        entities.update(profileCodec.decode(read.key(), read.value()));
    }

    @Override
    public List<List<Object>> answer(AskedQuery call) {
        return entities.answer(call);
    }

    @Override
    public int rows() {
        return entities.rows();
    }

    private void deadLetter(ConsumerRecord<byte[], byte[]> read) {
        deadLetters.put(DeadLetters.place(read.topic(), read.partition(), read.offset()), read.value());
    }

    /** The records that are invalid or cannot count, by place. */
    public Map<String, byte[]> deadLetters() {
        return deadLetters;
    }

    public AlertComparison alerts() {
        return alerts;
    }

    public long records() {
        return records;
    }
}
