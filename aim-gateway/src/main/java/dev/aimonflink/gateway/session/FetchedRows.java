package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.describe.JobValues;
import dev.aimonflink.query.ask.answer.ExportQuery;
import dev.aimonflink.query.compute.partial.CopiedRows;
import dev.aimonflink.query.serve.pass.Exports;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rows of a statement, however many. The job's partitions copy them, each at one moment, and they are fetched piece by piece: the next
 * pieces while the last ones are sent, so that a client that reads slowly holds up nobody else's answers.
 */
final class FetchedRows implements Iterator<List<Object[]>>, AutoCloseable {
    /** How many answers are asked before they are needed. */
    private static final int AHEAD = 2;

    /** After how long it is asked for again, while another one runs; drawn, so that two do not meet again. */
    private static final long LEAST_PAUSE_MS = 100;

    private static final long MOST_PAUSE_MS = 400;

    private static final int ROWS_OF_A_PAGE = 256;

    /** How many times the bytes of an answer are in memory: as a text, as bytes, and in the answers that are awaited. */
    private static final int COPIES = 4 + AHEAD;

    private final SessionState state;
    private final MatrixStatement statement;
    private final String id = UUID.randomUUID().toString();
    private final Deque<CompletableFuture<QueryResult>> asked = new ArrayDeque<>();
    private final PgType[] types;

    /** The pieces of the last answer that have not been read. */
    private final Deque<byte[]> present = new ArrayDeque<>();

    /** The rows left in the piece that is read. */
    private Iterator<Object[]> rows = Collections.emptyIterator();

    private long next;
    private long pieces;
    private long taken;

    private FetchedRows(SessionState state, MatrixStatement statement) {
        this.state = state;
        this.statement = statement;
        types = statement.columns().stream().map(PgColumn::type).toArray(PgType[]::new);
    }

    /**
     * Has the job copy the rows, as soon as no other export runs.
     *
     * @throws Failure if it cannot
     */
    static FetchedRows begin(SessionState state, MatrixStatement statement, List<Object> values) {
        while (true) {
            FetchedRows export = new FetchedRows(state, statement);
            try {
                export.begin(values);
                return export;
            } catch (Failure failure) {
                if (failure.state() != SqlState.NOT_SUPPORTED) {
                    // Some partitions may have begun: of two exports, each would wait for the other.
                    export.close();
                }
                if (!failure.getMessage().equals(Exports.ANOTHER.message())) {
                    throw failure;
                }
                Duration pause = Duration.ofMillis(ThreadLocalRandom.current().nextLong(LEAST_PAUSE_MS, MOST_PAUSE_MS));
                if (!state.job().hasTimeFor(pause)) {
                    throw failure;
                }
                state.job().sleep(pause);
            }
        }
    }

    private void begin(List<Object> values) {
        QueryResult begun = state.answer(
                statement.job(),
                statement.export(
                        id,
                        values,
                        state.transaction().start(),
                        state.settings().zone()));
        if (!statement.describesExport(begun)) {
            state.job().doubt(statement.job(), statement.model());
            close();
            throw statement.changed();
        }
        pieces = begun.rows().stream()
                .mapToLong(size -> (Long) size.get(ExportQuery.PIECES))
                .max()
                .orElse(0);
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
            page.add(nextRow());
        }
        return page;
    }

    private Object[] nextRow() {
        try {
            Object[] row = rows.next();
            JobValues.convert(row, types);
            return row;
        } catch (UncheckedIOException damaged) {
            throw Failure.of(SqlState.INTERNAL_ERROR, damaged.getMessage());
        }
    }

    /** The job need not keep the copy any longer. */
    @Override
    public void close() {
        asked.forEach(each -> each.cancel(false));
        state.job().send(statement.job(), ExportPiece.endOf(id).asked());
    }
}
