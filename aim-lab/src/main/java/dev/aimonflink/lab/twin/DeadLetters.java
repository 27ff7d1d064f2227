package dev.aimonflink.lab.twin;

import dev.aimonflink.job.config.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Checks that the dead letters are exactly the records that are invalid or cannot count. */
public final class DeadLetters {
    private DeadLetters() {}

    static String place(String topic, int partition, long offset) {
        return topic + "-" + partition + "@" + offset;
    }

    public static boolean areComplete(Set<String> expected, List<ConsumerRecord<byte[], byte[]>> letters) {
        Set<String> missing = new HashSet<>(expected);
        letters.forEach(letter -> missing.remove(placeOf(letter)));
        return missing.isEmpty();
    }

    /** Returns what is wrong, in sentences. */
    public static List<String> differences(
            Map<String, byte[]> expected, List<ConsumerRecord<byte[], byte[]>> letters, Delivery delivery) {
        List<String> differences = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (ConsumerRecord<byte[], byte[]> letter : letters) {
            String place = placeOf(letter);
            byte[] original = expected.get(place);
            if (original == null) {
                differences.add("The record at " + place + " is an event that counts, and among the dead letters.");
            } else if (!Arrays.equals(original, letter.value())) {
                differences.add("The dead letter of " + place + " is not the record as it was.");
            }
            if (!seen.add(place) && delivery == Delivery.EXACTLY_ONCE) {
                differences.add("The record at " + place + " is among the dead letters twice, though that was to be"
                        + " exactly once.");
            }
        }
        for (String place : expected.keySet()) {
            if (!seen.contains(place)) {
                differences.add("The record at " + place + " cannot count, and is not among the dead letters.");
            }
        }
        return differences;
    }

    private static String placeOf(ConsumerRecord<byte[], byte[]> letter) {
        return header(letter, "aim.topic") + "-" + header(letter, "aim.partition") + "@" + header(letter, "aim.offset");
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        return header == null ? "?" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
