package dev.aimonflink.core.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.QueryResult.AsOf;
import dev.aimonflink.core.query.QueryResult.Status;
import java.io.IOException;
import java.util.List;

/**
 * A record of the results topic, version 3, without the line breaks:
 *
 * <pre>
 * {"requestId":"r-1","clientId":"c1","query":"q5","status":"OK",
 *  "columns":["region","local","long_distance"],"rows":[["ASIA",12.30,0.00]],
 *  "asOf":{"eventTime":1795132800000,"newest":1795132800040,
 *          "windows":{"1 day":"2026-11-20","1 week":"2026-11-16","last 24 hours":"2026-11-19T01:00"},
 *          "progress":{"0":{"offset":1234,"time":1795132800000}}},
 *  "partitions":{"answered":2,"expected":2},"rowsScanned":1000,
 *  "timings":{"queuedMicros":10,"scanMicros":200,"mergeMicros":3},"error":null}
 * </pre>
 *
 * All fields are always present, but {@code types} only if the query is SQL: {@code "types":["text","numeric"]} behind
 * {@code columns}; and {@code asOf.progress} only if the request wants it and the result is not too large. Versions
 * 1 and 2 had {@code asOf.day} and {@code asOf.week} instead of {@code asOf.windows}, which they are read as; version 1 had no
 * {@code asOf.newest}. Amounts keep their cents; a double has the
 * digits that read back as the same double. A cell's type is not written: an integer is read as a {@link Long}, every
 * other number as a {@link java.math.BigDecimal} of the same digits, whose {@code doubleValue()} is the double that was
 * sent. Readers ignore unknown fields.
 *
 * <p>Not thread-safe.
 */
public final class ResultCodec {
    /** The largest result. Kafka's usual limit is a megabyte, and a larger record would fail the sink. */
    public static final int MAX_RESULT_BYTES = 900 * 1024;

    private final WideColumns written = new WideColumns();
    private final WideColumns read = new WideColumns();

    /** Encodes a result, or the error that it is too large. */
    public byte[] encode(QueryResult result) {
        byte[] bytes = Json.write(out -> write(result, out));
        if (bytes.length <= MAX_RESULT_BYTES) {
            return bytes;
        }
        QueryResult tooLarge = tooLarge(result, bytes.length);
        return Json.write(out -> write(tooLarge, out));
    }

    private static QueryResult tooLarge(QueryResult result, int bytes) {
        return new QueryResult(
                result.requestId(),
                result.clientId(),
                result.query(),
                Status.ERROR,
                List.of(),
                List.of(),
                result.asOf() == null ? null : result.asOf().withoutProgress(),
                result.partitions(),
                result.rowsScanned(),
                result.timings(),
                new QueryError(
                        QueryError.Code.RESULT_TOO_LARGE,
                        "The result has " + bytes + " bytes, more than " + MAX_RESULT_BYTES + ". " + remedy(result)));
    }

    private static String remedy(QueryResult result) {
        return result.rows().size() == 1
                ? "Its one row has " + result.columns().size()
                        + " columns: name those that you need in the parameter 'columns'."
                : "Ask with parameters that select fewer groups.";
    }

    private void write(QueryResult result, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("requestId", result.requestId());
        out.writeStringField("clientId", result.clientId());
        out.writeStringField("query", result.query());
        out.writeStringField("status", result.status().name());
        out.writeFieldName("columns");
        written.write(result.columns(), out);
        if (!result.types().isEmpty()) {
            out.writeArrayFieldStart("types");
            for (String type : result.types()) {
                out.writeString(type);
            }
            out.writeEndArray();
        }
        out.writeArrayFieldStart("rows");
        for (List<Object> row : result.rows()) {
            writeRow(row, out);
        }
        out.writeEndArray();
        writeAsOf(result.asOf(), out);
        out.writeObjectFieldStart("partitions");
        out.writeNumberField("answered", result.partitions().answered());
        out.writeNumberField("expected", result.partitions().expected());
        out.writeEndObject();
        out.writeNumberField("rowsScanned", result.rowsScanned());
        out.writeObjectFieldStart("timings");
        out.writeNumberField("queuedMicros", result.timings().queuedMicros());
        out.writeNumberField("scanMicros", result.timings().scanMicros());
        out.writeNumberField("mergeMicros", result.timings().mergeMicros());
        out.writeEndObject();
        writeError(result.error(), out);
        out.writeEndObject();
    }

    private static void writeRow(List<?> cells, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (Object cell : cells) {
            JsonValues.writeScalar(cell, out);
        }
        out.writeEndArray();
    }

    private static void writeAsOf(AsOf asOf, JsonGenerator out) throws IOException {
        out.writeFieldName("asOf");
        if (asOf == null) {
            out.writeNull();
            return;
        }
        AsOfJson.write(asOf, out);
    }

    private static void writeError(QueryError error, JsonGenerator out) throws IOException {
        out.writeFieldName("error");
        if (error == null) {
            out.writeNull();
            return;
        }
        out.writeStartObject();
        out.writeStringField("code", error.code().name());
        out.writeStringField("message", error.message());
        if (error.inSql() != null) {
            out.writeStringField("sqlState", error.inSql().state());
            out.writeNumberField("position", error.inSql().position());
        }
        out.writeEndObject();
    }

    /**
     * Reads the result from a record's value.
     *
     * @param bytes anything but null
     * @throws MalformedException if the bytes are no result
     */
    public QueryResult decode(byte[] bytes) {
        return Json.read(bytes, parser -> ResultReader.read(parser, bytes, read));
    }
}
