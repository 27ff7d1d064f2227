package dev.aimonflink.query.serve.format.result;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.matrix.format.BoundedBytes;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import java.io.IOException;
import java.util.List;

/**
 * A result as JSON, as in the results topic, version 1, without the line breaks:
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
 * All fields are always present, except: {@code types}, {@code "types":["text","numeric"]} behind {@code columns}, only for SQL; {@code
 * asOf.progress} only if requested and the result is not too large; {@code asOf.lost} only if events are lost; {@code asOf.applied} only if
 * some are applied; of the timings, {@code cpuMicros} and {@code mode} only where something was scanned, and {@code ageMicros} only for an
 * older cut. Amounts keep their cents; doubles read back as the same double. A cell's type is not written: an integer is read as a {@link
 * Long}, a negative zero as a {@link Double}, and every other number as a {@link java.math.BigDecimal} of the same digits, whose {@code
 * doubleValue()} is the double that was sent. Readers ignore unknown fields.
 *
 * <p>The status is {@code CHUNK} in a record with some of the rows of a long answer, followed by a field that says which: {@code
 * "chunk":{"n":0,"last":3,"attempt":1795132800123}}. Each error has {@code "sqlState":"40001","position":0} behind its message.
 *
 * <p>Not thread-safe.
 */
public final class ResultCodec {
    /** The status of a record with some of a long answer's rows, so that readers unaware of chunks do not take these for all. */
    static final String CHUNK_STATUS = "CHUNK";

    private final WideColumns written = new WideColumns();
    private final WideColumns read = new WideColumns();

    /** For records of a size that Kafka takes, see {@link ResultRecords}. */
    public byte[] encode(QueryResult result) {
        return encode(result, Integer.MAX_VALUE);
    }

    /** @throws BoundedBytes.TooManyException if it has more bytes */
    byte[] encode(QueryResult result, int maxBytes) {
        return Json.write(out -> write(result, null, () -> writeRows(result.rows(), out), out), maxBytes);
    }

    /** @param rows a JSON array */
    byte[] encode(QueryResult result, ResultChunk chunk, String rows) {
        return Json.write(out -> write(result, chunk, () -> out.writeRawValue(rows), out));
    }

    private interface RowsWriting {
        void write() throws IOException;
    }

    private void write(QueryResult result, ResultChunk chunk, RowsWriting rows, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("requestId", result.requestId());
        out.writeStringField("clientId", result.clientId());
        out.writeStringField("query", result.query());
        out.writeStringField("status", chunk == null ? result.status().name() : CHUNK_STATUS);
        if (chunk != null) {
            writeChunk(chunk, out);
        }
        out.writeFieldName("columns");
        written.write(result.columns(), out);
        if (!result.types().isEmpty()) {
            out.writeFieldName("types");
            writeRow(result.types(), out);
        }
        out.writeFieldName("rows");
        rows.write();
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
        if (result.timings().cpuMicros() > 0 || result.timings().mode() != null) {
            out.writeNumberField("cpuMicros", result.timings().cpuMicros());
        }
        if (result.timings().mode() != null) {
            out.writeStringField("mode", result.timings().mode());
        }
        if (result.timings().freshnessRate() < 1) {
            out.writeNumberField("freshnessRate", result.timings().freshnessRate());
        }
        if (result.timings().ageMicros() > 0) {
            out.writeNumberField("ageMicros", result.timings().ageMicros());
        }
        if (result.timings().unkeptMicros() > 0) {
            out.writeNumberField("unkeptMicros", result.timings().unkeptMicros());
        }
        out.writeEndObject();
        writeError(result.error(), out);
        out.writeEndObject();
    }

    private static void writeChunk(ResultChunk chunk, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("chunk");
        out.writeNumberField("n", chunk.n());
        out.writeNumberField("last", chunk.last());
        out.writeNumberField("attempt", chunk.attempt());
        if (chunk.statement() > 0) {
            out.writeNumberField("statement", chunk.statement());
        }
        out.writeEndObject();
    }

    private static void writeRows(List<List<Object>> rows, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (List<Object> row : rows) {
            writeRow(row, out);
        }
        out.writeEndArray();
    }

    static void writeRow(List<?> cells, JsonGenerator out) throws IOException {
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
        out.writeStringField("sqlState", error.inSql().state());
        out.writeNumberField("position", error.inSql().position());
        out.writeEndObject();
    }

    /** @throws MalformedException if the bytes are not a whole result */
    public QueryResult decode(byte[] bytes) {
        ResultRecord record = decodeRecord(bytes);
        if (record.chunk() != null) {
            throw new MalformedException(
                    "it is one of " + (record.chunk().last() + 1) + " chunks, and the others are missing");
        }
        return record.result();
    }

    /** Reads a record, which may be a chunk. */
    public ResultRecord decodeRecord(byte[] bytes) {
        return Json.read(bytes, parser -> ResultReader.read(parser, bytes, read));
    }
}
