package dev.aimonflink.query.serve.format.result;

import com.fasterxml.jackson.core.JsonParser;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.QueryResult.Timings;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;

/** Reads one result in the form of {@link ResultCodec}. */
final class ResultReader {
    private static final List<String> FIELDS = List.of(
            "requestId",
            "clientId",
            "query",
            "status",
            "columns",
            "rows",
            "asOf",
            "partitions",
            "rowsScanned",
            "timings",
            "error",
            "types",
            "chunk");

    /** Only results of SQL have the first, and only chunks the second. */
    private static final int OPTIONAL = 1 << FIELDS.indexOf("types") | 1 << FIELDS.indexOf("chunk");

    private static final List<String> CHUNK_FIELDS = List.of("n", "last", "attempt", "statement");

    /** The leading ones; only those of a batch have the last. */
    private static final int CHUNK_FIELDS_OF_ALL = 3;

    private static final List<String> PARTITIONS_FIELDS = List.of("answered", "expected");
    private static final List<String> TIMINGS_FIELDS = List.of(
            "queuedMicros",
            "scanMicros",
            "mergeMicros",
            "cpuMicros",
            "ageMicros",
            "unkeptMicros",
            "mode",
            "freshnessRate");

    /** The leading ones; only scans and reused parts have others. */
    private static final int TIMINGS_FIELDS_OF_ALL = 3;

    private static final List<String> ERROR_FIELDS = List.of("code", "message", "sqlState", "position");

    private String requestId;
    private String clientId;
    private String query;
    private Status status;
    private List<String> columns;
    private List<List<Object>> rows;
    private AsOf asOf;
    private Partitions partitions;
    private long rowsScanned;
    private Timings timings;
    private QueryError error;
    private List<String> types = List.of();
    private boolean isChunk;
    private ResultChunk chunk;

    private final byte[] text;
    private final WideColumns wideColumns;

    private ResultReader(byte[] text, WideColumns wideColumns) {
        this.text = text;
        this.wideColumns = wideColumns;
    }

    static ResultRecord read(JsonParser parser, byte[] text, WideColumns wideColumns) throws IOException {
        ResultReader reader = new ResultReader(text, wideColumns);
        int seen = Json.readPresent(parser, FIELDS, reader::readField);
        Json.requireAll(FIELDS, seen | OPTIONAL);
        return new ResultRecord(reader.result(), reader.chunk);
    }

    private QueryResult result() {
        if (isChunk != (chunk != null)) {
            throw new MalformedException(isChunk ? "chunk is missing" : "status=" + status + " goes with no chunk");
        }
        if ((status == Status.OK) != (error == null)) {
            throw new MalformedException("status=" + status + " goes with " + (error == null ? "an" : "no") + " error");
        }
        return new QueryResult(
                new QueryResult.Origin(requestId, clientId, query),
                status,
                new QueryResult.Table(columns, types, rows),
                asOf,
                new QueryResult.Work(partitions, rowsScanned, timings),
                error);
    }

    private void readField(int field, JsonParser parser) throws IOException {
        switch (field) {
            case 0 -> requestId = JsonValues.readText(parser);
            case 1 -> clientId = JsonValues.readText(parser);
            case 2 -> query = JsonValues.orNull(parser, JsonValues::readText);
            case 3 -> readStatus(parser);
            case 4 -> columns = wideColumns.read(parser, text);
            case 5 -> rows = Collections.unmodifiableList(JsonValues.readList(parser, ResultReader::readRow));
            case 6 -> asOf = JsonValues.orNull(parser, AsOfJson::read);
            case 7 -> partitions = readPartitions(parser);
            case 8 -> rowsScanned = JsonValues.readLong(parser);
            case 9 -> timings = readTimings(parser);
            case 11 -> types = Collections.unmodifiableList(JsonValues.readList(parser, JsonValues::readText));
            case 12 -> chunk = readChunk(parser);
            default -> error = JsonValues.orNull(parser, ResultReader::readError);
        }
    }

    private void readStatus(JsonParser parser) throws IOException {
        isChunk = JsonValues.readText(parser).equals(ResultCodec.CHUNK_STATUS);
        status = isChunk ? Status.OK : constant(Status.class, parser);
    }

    private static ResultChunk readChunk(JsonParser parser) throws IOException {
        long[] values = new long[CHUNK_FIELDS.size()];
        int present = Json.readPresent(parser, CHUNK_FIELDS, (field, at) -> values[field] = JsonValues.readLong(at));
        Json.requireAll(CHUNK_FIELDS.subList(0, CHUNK_FIELDS_OF_ALL), present);
        if (values[1] < 0 || values[1] >= ResultChunk.MAX_CHUNKS || values[0] < 0 || values[0] > values[1]) {
            throw new MalformedException("n=" + values[0] + " and last=" + values[1] + " are no numbers of at most "
                    + ResultChunk.MAX_CHUNKS + " chunks");
        }
        if (values[3] < 0 || values[3] >= ResultChunk.MAX_CHUNKS) {
            throw new MalformedException("statement=" + values[3] + " is no number of a statement");
        }
        return new ResultChunk((int) values[0], (int) values[1], values[2], (int) values[3]);
    }

    private static List<Object> readRow(JsonParser parser) throws IOException {
        return Collections.unmodifiableList(JsonValues.readList(parser, ResultReader::readCell));
    }

    /** A decimal has no negative zero, but a double may be one. */
    private static Object readCell(JsonParser parser) throws IOException {
        Object cell = JsonValues.readScalar(parser);
        boolean isNegativeZero = cell instanceof BigDecimal number
                && number.signum() == 0
                && parser.getText().startsWith("-");
        return isNegativeZero ? (Object) (-0.0) : cell;
    }

    private static Partitions readPartitions(JsonParser parser) throws IOException {
        int[] values = new int[PARTITIONS_FIELDS.size()];
        Json.readFields(parser, PARTITIONS_FIELDS, (field, at) -> values[field] = JsonValues.readInt(at));
        return new Partitions(values[0], values[1]);
    }

    private static Timings readTimings(JsonParser parser) throws IOException {
        long[] values = new long[TIMINGS_FIELDS.indexOf("mode")];
        String[] mode = new String[1];
        double[] rate = {1};
        int present = Json.readPresent(parser, TIMINGS_FIELDS, (field, at) -> {
            if (field < values.length) {
                values[field] = JsonValues.readLong(at);
            } else if (field == values.length) {
                mode[0] = JsonValues.readText(at);
            } else {
                rate[0] = JsonValues.readDouble(at);
            }
        });
        Json.requireAll(TIMINGS_FIELDS.subList(0, TIMINGS_FIELDS_OF_ALL), present);
        return new Timings(values[0], values[1], values[2], values[3], mode[0], rate[0], values[4], values[5]);
    }

    private static QueryError readError(JsonParser parser) throws IOException {
        Object[] values = new Object[ERROR_FIELDS.size()];
        Json.readFields(
                parser,
                ERROR_FIELDS,
                (field, at) -> values[field] = switch (field) {
                    case 0 -> constant(QueryError.Code.class, at);
                    case 3 -> JsonValues.readInt(at);
                    default -> JsonValues.readText(at);
                });
        return new QueryError(
                (QueryError.Code) values[0], (String) values[1], new QueryError.InSql((String) values[2], (Integer)
                        values[3]));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, JsonParser parser) throws IOException {
        String name = JsonValues.readText(parser);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw new MalformedException(parser.currentName() + "=" + name + " is unknown to this release");
    }
}
