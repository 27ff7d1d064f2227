package dev.aimonflink.query.serve.format.result;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.matrix.format.BoundedBytes;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes an answer as records of the results topic: one, or {@linkplain ResultChunk chunks} if it is long or of a batch. Each chunk
 * repeats everything but the rows, and takes as many of the next rows as fit. Not thread-safe.
 */
public final class ResultRecords {
    /** The largest record; Kafka's default limit is a megabyte, and a larger record would fail the sink. */
    public static final int MAX_RECORD_BYTES = 900 * 1024;

    /** The rows of the longest answer, as JSON. */
    public static final int MAX_ROWS_BYTES = 8 * 1024 * 1024;

    private static final int FIRST_BYTES = 64 * 1024;

    private final ResultCodec codec = new ResultCodec();

    /** @param sent the given result, or the error that it is too large */
    public record Encoded(QueryResult sent, List<byte[]> records) {}

    public Encoded of(QueryResult result, long attempt) {
        if (result.others().isEmpty()) {
            try {
                return new Encoded(result, List.of(codec.encode(result, MAX_RECORD_BYTES)));
            } catch (BoundedBytes.TooManyException isLong) {
                return inChunks(result, attempt);
            }
        }
        return inChunks(result, attempt);
    }

    private Encoded inChunks(QueryResult result, long attempt) {
        try {
            return new Encoded(result, chunks(result, attempt));
        } catch (TooLargeException tooLarge) {
            QueryResult refused = refused(result, tooLarge.getMessage());
            return new Encoded(refused, List.of(codec.encode(refused)));
        }
    }

    private static final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        TooLargeException(String message) {
            super(message, null, false, false);
        }
    }

    private record Piece(QueryResult envelope, EncodedRows rows, int begin, int end, int statement) {}

    private List<byte[]> chunks(QueryResult result, long attempt) throws TooLargeException {
        List<QueryResult> statements = new ArrayList<>(List.of(result.withOthers(List.of())));
        statements.addAll(result.others());
        List<Piece> pieces = new ArrayList<>();
        int left = MAX_ROWS_BYTES;
        for (int statement = 0; statement < statements.size(); statement++) {
            left -= addPieces(statements.get(statement), statement, attempt, left, pieces);
        }
        if (pieces.size() > ResultChunk.MAX_CHUNKS) {
            throw new TooLargeException("The result has rows so long that they need more than " + ResultChunk.MAX_CHUNKS
                    + " records. " + FEWER);
        }
        List<byte[]> chunks = new ArrayList<>();
        for (int n = 0; n < pieces.size(); n++) {
            Piece piece = pieces.get(n);
            ResultChunk chunk = new ResultChunk(n, pieces.size() - 1, attempt, piece.statement);
            chunks.add(codec.encode(piece.envelope, chunk, piece.rows.json(piece.begin, piece.end)));
        }
        return chunks;
    }

    /** Returns the size of the rows in bytes. */
    private int addPieces(QueryResult result, int statement, long attempt, int maxBytes, List<Piece> pieces)
            throws TooLargeException {
        ResultChunk widest = new ResultChunk(ResultChunk.MAX_CHUNKS, ResultChunk.MAX_CHUNKS, attempt, statement);
        QueryResult envelope = result.withRows(List.of());
        int envelopeBytes = codec.encode(envelope, widest, "[]").length;
        if (envelopeBytes >= MAX_RECORD_BYTES) {
            throw new TooLargeException(
                    "The result has " + envelopeBytes + " bytes without its rows, and a record at most "
                            + MAX_RECORD_BYTES + ". Name fewer columns, or ask without \"progress\":true.");
        }
        EncodedRows rows = new EncodedRows(result.rows(), maxBytes);
        int begin = 0;
        for (int end :
                ends(rows, MAX_RECORD_BYTES - envelopeBytes, result.columns().size())) {
            pieces.add(new Piece(envelope, rows, begin, end, statement));
            begin = end;
        }
        return rows.size();
    }

    /** The row before which each chunk ends. */
    private static List<Integer> ends(EncodedRows rows, int room, int columns) throws TooLargeException {
        List<Integer> ends = new ArrayList<>();
        if (rows.count() == 0) {
            ends.add(0);
        }
        for (int begin = 0; begin < rows.count(); begin = ends.get(ends.size() - 1)) {
            int end = begin;
            while (end < rows.count() && rows.bytes(begin, end + 1) <= room) {
                end++;
            }
            if (end == begin) {
                throw new TooLargeException("A row of the result has " + rows.bytes(begin, begin + 1)
                        + " bytes, and a record has room for " + room + ". It has " + columns
                        + " columns: name those that you need, in the SELECT or in the parameter 'columns'.");
            }
            ends.add(end);
        }
        return ends;
    }

    private static final String FEWER =
            "Ask for fewer columns, or for fewer rows: with a LIMIT, a narrower condition, or"
                    + " parameters that select fewer groups.";

    private static QueryResult refused(QueryResult result, String message) {
        return new QueryResult(
                new QueryResult.Origin(result.requestId(), result.clientId(), result.query()),
                Status.ERROR,
                QueryResult.Table.NONE,
                result.asOf() == null ? null : result.asOf().withoutProgress(),
                new QueryResult.Work(result.partitions(), result.rowsScanned(), result.timings()),
                new QueryError(QueryError.Code.RESULT_TOO_LARGE, message));
    }

    /** The JSON of all rows, and the end of each. */
    private static final class EncodedRows {
        private final BoundedBytes json;

        /** Row i is from {@code ends[i]} to {@code ends[i + 1]}; all but the first begin with a comma. */
        private final int[] ends;

        /** @param maxBytes left for rows */
        EncodedRows(List<List<Object>> rows, int maxBytes) throws TooLargeException {
            json = new BoundedBytes(Math.min(FIRST_BYTES, maxBytes), maxBytes);
            ends = new int[rows.size() + 1];
            try (JsonGenerator out = Json.FACTORY.createGenerator(json)) {
                out.writeStartArray();
                out.flush();
                ends[0] = json.size();
                for (int row = 0; row < rows.size(); row++) {
                    ResultCodec.writeRow(rows.get(row), out);
                    out.flush();
                    ends[row + 1] = json.size();
                }
            } catch (BoundedBytes.TooManyException tooMany) {
                throw new TooLargeException("The result has more than " + MAX_ROWS_BYTES + " bytes. " + FEWER);
            } catch (IOException e) {
                throw new UncheckedIOException("Memory cannot be written to.", e);
            }
        }

        int count() {
            return ends.length - 1;
        }

        int size() {
            return json.size();
        }

        private int begin(int row) {
            return ends[row] + (row == 0 ? 0 : 1);
        }

        /** The size of some rows and the commas between them. */
        int bytes(int from, int to) {
            return ends[to] - begin(from);
        }

        String json(int from, int to) {
            return "[" + new String(json.copy(begin(from), ends[to]), StandardCharsets.UTF_8) + "]";
        }
    }
}
