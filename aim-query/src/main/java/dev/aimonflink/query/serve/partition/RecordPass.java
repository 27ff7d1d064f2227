package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.RowRecords;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.Parts;
import dev.aimonflink.query.serve.pass.Pause;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.SliceTimer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Shows each record to questions about records, beside the passes over columns. One pass runs at a time and answers all requests that came
 * before it began. It runs in steps of one row, and the caller pauses it while a snapshot is written, because the heap backend then copies
 * each record that is read.
 */
final class RecordPass {
    /** The most requests that wait or are served; further ones get {@link QueryError.Code#OVERLOADED}. */
    static final int MAX_IN_FLIGHT = 64;

    static final int MAX_OF_A_CLIENT = 8;

    private final Parts parts;
    private final RowRecords records;
    private final Pause pause;
    private final PartitionClocks clocks;
    private final Consumer<Part> answers;
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<Waiting> served = new ArrayList<>();
    private Cut cut;

    /** The cut's places in the Kafka partitions. */
    private List<EventPlace> places;

    private long beginNanos;
    private int nextRow;
    private int endRow;

    private final Map<RecordQuestion, Look> looks = new LinkedHashMap<>();

    private record Waiting(Asker asker, RecordQuestion question, long arrivalNanos) {}

    /** One question's look at all rows; a defect in it fails this question, not the partition. */
    private static final class Look {
        private RecordQuestion.Finding finding;
        private int next;
        private long nanosOfSlice;
        private long cpuNanos;
        private QueryError error;

        private byte[] partial;

        Look(Supplier<RecordQuestion.Finding> begin) {
            run(() -> finding = begin.get());
        }

        void at(int row, EntityRecord recordOrNull, NanoClock clock) {
            next = row + 1;
            final long beginNanos = clock.nanoTime();
            run(() -> finding.look(row, recordOrNull));
            nanosOfSlice += clock.nanoTime() - beginNanos;
        }

        /** @param cpuShare of the slice's time in which its thread had a core */
        void sliceEnded(double cpuShare) {
            cpuNanos += (long) (nanosOfSlice * cpuShare);
            nanosOfSlice = 0;
            run(() -> finding.hasUsed(cpuNanos));
        }

        void end(long rows) {
            run(() -> partial = finding.partial(rows).toBytes());
        }

        private void run(Runnable step) {
            if (error == null) {
                try {
                    step.run();
                } catch (QueryFailure known) {
                    error = known.error();
                } catch (RuntimeException | StackOverflowError defect) {
                    error = QueryError.ofDefect(defect, "");
                }
            }
        }
    }

    RecordPass(Parts parts, RowRecords records, Pause pause, PartitionClocks clocks, Consumer<Part> answers) {
        this.parts = parts;
        this.records = records;
        this.pause = pause;
        this.clocks = clocks;
        this.answers = answers;
    }

    void submit(Asker asker, RecordQuestion question) {
        if (clocks.isGone(asker)) {
            return;
        }
        if (waiting.size() + served.size() >= MAX_IN_FLIGHT) {
            refuse(asker, "More than " + MAX_IN_FLIGHT + " questions about records are in flight.");
        } else if (Stream.concat(waiting.stream(), served.stream())
                        .filter(each -> each.asker().payer().equals(asker.payer()))
                        .count()
                >= MAX_OF_A_CLIENT) {
            refuse(asker, "More than " + MAX_OF_A_CLIENT + " questions of this client about records are in flight.");
        } else {
            waiting.add(new Waiting(asker, question, clocks.elapsed().nanoTime()));
        }
    }

    private void refuse(Asker asker, String why) {
        answers.accept(parts.refusal(asker, new QueryError(QueryError.Code.OVERLOADED, why + " Ask again later.")));
    }

    int cancel(String clientId, String requestId) {
        Predicate<Waiting> isMeant = each -> each.asker().clientId().equals(clientId)
                && each.asker().requestId().equals(requestId);
        List<Waiting> cancelled =
                Stream.concat(waiting.stream(), served.stream()).filter(isMeant).toList();
        waiting.removeIf(isMeant);
        served.removeIf(isMeant);
        cancelled.forEach(each -> answers.accept(parts.refusal(each.asker(), QueryError.CANCELLED)));
        return cancelled.size();
    }

    boolean hasWork() {
        return !(waiting.isEmpty() && served.isEmpty()) && !pause.isRunning();
    }

    /** Shows records until the time is over, at least one to one question. */
    void runSlice(SliceTimer timer) {
        served.removeIf(each -> clocks.isGone(each.asker()));
        looks.keySet().retainAll(served.stream().map(Waiting::question).toList());
        boolean isOver = false;
        while (hasWork() && !isOver) {
            isOver = served.isEmpty() ? !begin() : step(timer);
        }
        looks.values().forEach(each -> each.sliceEnded(timer.cpuShare()));
        served.removeIf(this::hasFailed);
    }

    private boolean hasFailed(Waiting request) {
        QueryError error = looks.get(request.question()).error;
        if (error != null) {
            answers.accept(parts.refusal(request.asker(), error));
        }
        return error != null;
    }

    /** Shows the next row to the questions that have not seen it; returns true if time ran out, maybe before all saw it. */
    private boolean step(SliceTimer timer) {
        // Rows may have been removed since the last step.
        endRow = Math.min(endRow, parts.rows().size());
        if (nextRow < endRow) {
            final EntityRecord record = records.of(nextRow);
            boolean isOver = false;
            for (Look each : looks.values()) {
                if (each.next == nextRow) {
                    if (isOver) {
                        return true;
                    }
                    each.at(nextRow, record, clocks.elapsed());
                    isOver = timer.isOver();
                }
            }
            nextRow++;
        }
        if (nextRow >= endRow) {
            answer();
        }
        return timer.isOver();
    }

    /** Begins for all waiting requests, if any, and returns whether there are. */
    private boolean begin() {
        waiting.removeIf(each -> clocks.isGone(each.asker()));
        served.addAll(waiting);
        waiting.clear();
        cut = parts.rows().cut();
        places = parts.rows().progress().places();
        beginNanos = clocks.elapsed().nanoTime();
        nextRow = 0;
        endRow = parts.rows().size();
        looks.clear();
        final long nowMs = parts.rows().presentMs(clocks.epochMs().getAsLong());
        served.forEach(each -> looks.computeIfAbsent(
                each.question(), question -> new Look(() -> question.begin(parts.rows(), nowMs))));
        return !served.isEmpty();
    }

    private void answer() {
        long endNanos = clocks.elapsed().nanoTime();
        looks.values().forEach(each -> each.end(endRow));
        served.removeIf(this::hasFailed);
        for (Waiting each : served) {
            answers.accept(new Part(
                    each.asker().requestKey(),
                    parts.source(),
                    each.asker().wantsProgress() ? cut.with(places) : cut,
                    endRow,
                    beginNanos - each.arrivalNanos(),
                    endNanos - beginNanos,
                    looks.get(each.question()).partial,
                    null));
        }
        served.clear();
        looks.clear();
    }

    /** Compares every cell with its record, at once; returns how many differ. */
    long verify() {
        Differences differences = new Differences(parts.rows());
        for (int row = 0; row < parts.rows().size(); row++) {
            differences.look(row, records.of(row));
        }
        return differences.found();
    }
}
