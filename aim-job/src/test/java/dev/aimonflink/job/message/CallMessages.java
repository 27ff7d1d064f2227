package dev.aimonflink.job.message;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.EventReader;
import dev.aimonflink.matrix.format.event.EventWriter;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.rules.judge.RuleHistory;
import java.util.ArrayList;
import java.util.List;

/** Calls as messages to the matrix, and back. */
public final class CallMessages {
    private CallMessages() {}

    /** Returns the message of one call. */
    public static MatrixInput.Events of(Event call) {
        return of(call, 0, 0);
    }

    public static MatrixInput.Events of(Event call, int partition, long offset) {
        return of(List.of(placed(call, partition, offset)));
    }

    public static DeclaredEvent placed(Event call, int partition, long offset) {
        DeclaredEvent event = CallModel.event(call);
        event.position(partition, offset);
        return event;
    }

    /** Returns the message of several calls, whose first one stands for them. */
    public static MatrixInput.Events of(List<DeclaredEvent> events) {
        return of(events, 0, 0);
    }

    /** The same with the attempt and the time of their decoding. */
    public static MatrixInput.Events of(List<DeclaredEvent> events, long attempt, long decodedMicros) {
        EventWriter writer = new EventWriter(CallModel.eventType());
        events.forEach(writer::writeWithPosition);
        return new MatrixInput.Events(
                events.get(0).key(),
                events.size(),
                events.stream().mapToLong(DeclaredEvent::timestampMs).max().orElseThrow(),
                attempt,
                decodedMicros,
                MessageLayout.ofEvents(CallModel.eventType()),
                RuleHistory.NO_TOPIC,
                RuleHistory.NONE,
                writer.take());
    }

    /** The same, to be judged by a version of the rules. */
    public static MatrixInput.Events judgedBy(long topic, long version, MatrixInput.Events call) {
        return new MatrixInput.Events(
                call.key(),
                call.count(),
                call.newestMs(),
                call.attempt(),
                call.decodedMicros(),
                call.layout(),
                topic,
                version,
                call.packed());
    }

    /** Returns the events of a message. */
    public static List<DeclaredEvent> eventsOf(MatrixInput input) {
        MatrixInput.Events chunk = (MatrixInput.Events) input;
        EventReader reader = new EventReader(CallModel.eventType());
        reader.begin(chunk.packed());
        List<DeclaredEvent> events = new ArrayList<>();
        for (int i = 0; i < chunk.count(); i++) {
            DeclaredEvent event = CallModel.newEvent();
            reader.readWithPosition(event);
            events.add(event);
        }
        return events;
    }

    /** Returns the subscribers of a message's calls. */
    public static List<Long> subscribersOf(MatrixInput input) {
        return eventsOf(input).stream().map(DeclaredEvent::keyNumber).toList();
    }
}
