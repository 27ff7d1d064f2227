package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.describe.JobValues;
import dev.aimonflink.query.compute.partial.CopiedRows;
import dev.aimonflink.query.serve.pass.Exports;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a statement, however many. The job's partitions copy them, each at one moment, and they are fetched piece by piece: the next
 * pieces while the last ones are sent, so that a client that reads slowly holds up nobody else's answers.
 */
final class Export implements Iterator<List<Object[]>>, AutoCloseable {
    /** How many answers are asked before they are needed. */
    private static final int AHEAD = 2;

    /** How often it is asked for, while another one runs. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** What an answer is read into: its text, its bytes, and its values, with those that are awaited. */
    private static final int COPIES = 4 + AHEAD;

    private final SessionState state;
    private final MatrixStatement statement;
    private final String id = UUID.randomUUID().toString();
    private final Deque<CompletableFuture<QueryResult>> asked = new ArrayDeque<>();
    private long next;
    private long pieces;
    private long taken;

    private Export(SessionState state, MatrixStatement statement) {
        this.state = state;
        this.statement = statement;
    }

    /**
     * Has the job copy the rows, as soon as no other export runs.
     *
     * @throws Failure if it cannot
     */
    static Export begin(SessionState state, MatrixStatement statement, List<Object> values) {
        Export export = new Export(state, statement);
        try {
            export.begin(values);
            return export;
        } catch (RuntimeException failure) {
            export.close();
            throw failure;
        }
    }

    private void begin(List<Object> values) {
        QueryResult begun = begun(values);
        if (!statement.describesExport(begun)) {
            state.job().doubt(statement.model());
            throw statement.changed();
        }
        pieces = begun.rows().stream()
                .mapToLong(size -> (Long) size.get(dev.aimonflink.query.ask.answer.Export.PIECES))
                .max()
                .orElse(0);
    }

    private QueryResult begun(List<Object> values) {
        while (true) {
            try {
                return state.answer(statement.export(
                        id,
                        values,
                        state.transaction().start(),
                        state.settings().zone()));
            } catch (Failure failure) {
                if (!failure.getMessage().equals(Exports.ANOTHER.message())) {
                    throw failure;
                }
                state.job().sleep(PAUSE);
            }
        }
    }

    @Override
    public boolean hasNext() {
        return next < pieces || !asked.isEmpty();
    }

    /** The rows of the next pieces, one of each partition. */
    @Override
    public List<Object[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        state.job().renew();
        while (asked.size() < 1 + AHEAD && next < pieces) {
            asked.add(state.job().start(new ExportPiece(id, next++).asked()));
        }
        QueryResult answer = state.job().answerOf(asked.remove());
        List<Object[]> rows = new ArrayList<>();
        long bytes = 0;
        for (byte[] piece : ExportPiece.pieces(answer)) {
            bytes += piece.length;
            rows.addAll(rowsOf(piece));
        }
        if (bytes > taken) {
            state.memory().take((bytes - taken) * COPIES);
            taken = bytes;
        }
        return rows;
    }

    private List<Object[]> rowsOf(byte[] piece) {
        try {
            List<Object[]> rows = CopiedRows.read(piece);
            JobValues.convert(rows, statement.columns());
            return rows;
        } catch (IOException damaged) {
            throw Failure.of(SqlState.INTERNAL_ERROR, damaged.getMessage());
        }
    }

    /** The job need not keep the copy any longer. */
    @Override
    public void close() {
        asked.forEach(each -> each.cancel(false));
        state.job().tell(ExportPiece.endOf(id).asked());
    }
}
