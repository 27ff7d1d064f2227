package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.cli.environment.StopSignal;
import dev.aimonflink.clients.output.AnswerOutput;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Writes records of a topic as they are read, a row each.
 *
 * @param kind which of them
 */
record RecordRows(
        AnswerOutput output,
        List<String> columns,
        Predicate<ConsumerRecord<byte[], byte[]>> kind,
        Function<ConsumerRecord<byte[], byte[]>, List<Object>> row) {

    /**
     * Writes those that there are, and then those that come.
     *
     * @param limit how many of the newest; 0 for all
     * @param none is run if the topic has none
     */
    void write(TopicReader reader, int limit, boolean isFollowing, StopSignal stop, Runnable none) {
        boolean hasWritten = false;
        if (limit > 0) {
            hasWritten = write(reader.newest(limit, kind), false);
        }
        while (limit == 0 && !reader.isAtEnd() && !stop.isRequested()) {
            hasWritten |= write(reader.nextToEnd(), hasWritten);
        }
        if (!hasWritten) {
            none.run();
        }
        while (isFollowing && !stop.isRequested()) {
            hasWritten |= write(reader.next(), hasWritten);
        }
        if (!hasWritten) {
            // A program reads an empty answer like any other.
            output.print(columns, List.of());
        }
    }

    private boolean write(List<ConsumerRecord<byte[], byte[]>> records, boolean hasWritten) {
        List<List<Object>> rows = records.stream().filter(kind).map(row).toList();
        if (rows.isEmpty()) {
            return false;
        }
        if (hasWritten) {
            output.printMore(columns, rows);
        } else {
            output.print(columns, rows);
        }
        return true;
    }
}
