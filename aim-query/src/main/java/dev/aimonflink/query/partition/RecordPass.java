package dev.aimonflink.query.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.RowRecords;
import dev.aimonflink.query.pass.Asker;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.PartitionClocks;
import dev.aimonflink.query.pass.Parts;
import dev.aimonflink.query.pass.Pause;
import dev.aimonflink.query.pass.QueryError;
import dev.aimonflink.query.pass.SliceTimer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Shows each record to questions about them, beside the passes over columns. One runs at a time and answers all
 * requests that came before it began. It runs in small steps. The caller pauses it while a snapshot is written, because
 * then the heap backend copies each record that is read.
 */
final class RecordPass {
    /** The rows of one step. Each needs one read of the state: some microseconds if records are on disk. */
    static final int ROWS_AT_ONCE = 64;

    /** The most requests that wait or are served; one more is answered {@link QueryError.Code#OVERLOADED}. */
    static final int MAX_IN_FLIGHT = 64;

    private final Parts parts;
    private final RowRecords records;
    private final Pause pause;
    private final PartitionClocks clocks;
    private final Consumer<Part> answers;
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<Waiting> served = new ArrayList<>();
    private Cut cut;

    /** Those of the cut. */
    private List<EventPlace> places;

    private long beginNanos;
    private int nextRow;
    private int endRow;

    /** By question, what has been found. */
    private final Map<RecordQuestion, RecordQuestion.Finding> findings = new LinkedHashMap<>();

    private record Waiting(Asker asker, RecordQuestion question, long arrivalNanos) {}

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
            QueryError error = new QueryError(
                    QueryError.Code.OVERLOADED,
                    "More than " + MAX_IN_FLIGHT + " questions about records are in flight. Ask again later.");
            answers.accept(parts.refusal(asker, error));
            return;
        }
        waiting.add(new Waiting(asker, question, clocks.elapsed().nanoTime()));
    }

    boolean hasWork() {
        return !(waiting.isEmpty() && served.isEmpty()) && !pause.isRunning();
    }

    /** Runs steps until the time is over, at least one. */
    void runSlice(SliceTimer timer) {
        do {
            step();
        } while (hasWork() && !timer.isOver());
    }

    private void step() {
        if (served.isEmpty() && !begin()) {
            return;
        }
        // Rows may have been removed since the last step.
        endRow = Math.min(endRow, parts.rows().size());
        final int end = Math.min(nextRow + ROWS_AT_ONCE, endRow);
        for (int row = nextRow; row < end; row++) {
            final EntityRecord record = records.of(row);
            for (RecordQuestion.Finding each : findings.values()) {
                each.look(row, record);
            }
        }
        nextRow = Math.max(nextRow, end);
        if (nextRow >= endRow) {
            answer();
        } else if (nextRow % Block.ROWS == 0) {
            served.removeIf(each -> clocks.isGone(each.asker()));
        }
    }

    /** Begins for all waiting requests. Returns whether there are any. */
    private boolean begin() {
        waiting.removeIf(each -> clocks.isGone(each.asker()));
        served.addAll(waiting);
        waiting.clear();
        cut = parts.rows().cut();
        places = parts.rows().progress().places();
        beginNanos = clocks.elapsed().nanoTime();
        nextRow = 0;
        endRow = parts.rows().size();
        findings.clear();
        final long nowMs = parts.rows().presentMs(clocks.epochMs().getAsLong());
        served.forEach(
                each -> findings.computeIfAbsent(each.question(), question -> question.begin(parts.rows(), nowMs)));
        return !served.isEmpty();
    }

    private void answer() {
        long endNanos = clocks.elapsed().nanoTime();
        for (Waiting each : served) {
            answers.accept(new Part(
                    each.asker().requestKey(),
                    parts.source(),
                    each.asker().wantsProgress() ? cut.with(places) : cut,
                    endRow,
                    beginNanos - each.arrivalNanos(),
                    endNanos - beginNanos,
                    findings.get(each.question()).partial(endRow).toBytes(),
                    null));
        }
        served.clear();
        findings.clear();
    }

    /** Compares every cell with its record, at once. Returns how many differ. */
    long verify() {
        Differences differences = new Differences(parts.rows());
        for (int row = 0; row < parts.rows().size(); row++) {
            differences.look(row, records.of(row));
        }
        return differences.found();
    }
}
