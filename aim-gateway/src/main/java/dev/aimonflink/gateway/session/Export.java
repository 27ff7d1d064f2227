package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.describe.JobValues;
import dev.aimonflink.query.compute.partial.CopiedRows;
import dev.aimonflink.query.serve.pass.Exports;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
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

    private static final int ROWS_OF_A_PAGE = 256;

    /** What an answer is read into, its text and its bytes, and those that are awaited. */
    private static final int COPIES = 4 + AHEAD;

    private final SessionState state;
    private final MatrixStatement statement;
    private final String id = UUID.randomUUID().toString();
    private final Deque<CompletableFuture<QueryResult>> asked = new ArrayDeque<>();
    private final PgType[] types;

    /** Of the last answer, those that are not read yet. */
    private final Deque<byte[]> present = new ArrayDeque<>();

    /** Of the piece that is read. */
    private Iterator<Object[]> rows = Collections.emptyIterator();

    private long next;
    private long pieces;
    private long taken;

    private Export(SessionState state, MatrixStatement statement) {
        this.state = state;
        this.statement = statement;
        types = statement.columns().stream().map(PgColumn::type).toArray(PgType[]::new);
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
            state.job().doubt(statement.job(), statement.model());
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
                return state.answer(
                        statement.job(),
                        statement.export(
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
        while (!rows.hasNext() && !(present.isEmpty() && asked.isEmpty() && next == pieces)) {
            if (present.isEmpty()) {
                fetch();
            }
            readNextPiece();
        }
        return rows.hasNext();
    }

    private void fetch() {
        state.job().renew();
        while (asked.size() < 1 + AHEAD && next < pieces) {
            asked.add(state.job().start(statement.job(), new ExportPiece(id, next++).asked()));
        }
        present.addAll(ExportPiece.pieces(state.job().answerOf(statement.job(), asked.remove())));
        final long bytes = present.stream().mapToLong(piece -> piece.length).sum();
        if (bytes > taken) {
            state.memory().take((bytes - taken) * COPIES);
            taken = bytes;
        }
    }

    private void readNextPiece() {
        try {
            rows = new CopiedRows.Reader(present.remove());
        } catch (IOException damaged) {
            throw Failure.of(SqlState.INTERNAL_ERROR, damaged.getMessage());
        }
    }

    /** Some rows, which are made when they are taken, so that few of them are there at a time. */
    @Override
    public List<Object[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        List<Object[]> page = new ArrayList<>(ROWS_OF_A_PAGE);
        while (rows.hasNext() && page.size() < ROWS_OF_A_PAGE) {
            Object[] row = rows.next();
            JobValues.convert(row, types);
            page.add(row);
        }
        return page;
    }

    /** The job need not keep the copy any longer. */
    @Override
    public void close() {
        asked.forEach(each -> each.cancel(false));
        state.job().tell(statement.job(), ExportPiece.endOf(id).asked());
    }
}
