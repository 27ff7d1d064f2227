package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.format.RuleRecords;
import dev.aimonflink.rules.judge.Rule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * A record of the topic of rules.
 *
 * @param number its offset
 * @param time when Kafka took it
 * @param rule null if it deletes the rule, or is unreadable
 * @param fault why it is unreadable, or null
 * @param by its writer; null if unknown
 * @param checkedFor the fingerprint of the schema that it was checked for, or null
 * @param note the writer's, or null
 * @param suspends the version that a job suspends by it, or null
 */
public record RuleVersion(
        long number,
        Instant time,
        String id,
        Rule rule,
        String fault,
        String by,
        String checkedFor,
        String note,
        Long suspends) {
    static RuleVersion of(ConsumerRecord<byte[], byte[]> record) {
        String id = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        Rule rule = null;
        String fault = null;
        if (record.key() == null) {
            fault = "The record has no key, so it is of no rule.";
        } else if (record.value() != null) {
            try {
                rule = RuleJson.read(record.key(), record.value());
            } catch (InvalidInputException wrong) {
                fault = wrong.getMessage();
            }
        }
        Header suspended = record.headers().lastHeader(RuleRecords.SUSPENDS);
        return new RuleVersion(
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                id,
                rule,
                fault,
                header(record, RuleRecords.BY),
                header(record, RuleRecords.CHECKED_FOR),
                header(record, RuleRecords.NOTE),
                suspended == null ? null : RuleRecords.number(suspended.value()));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
