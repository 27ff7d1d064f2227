package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.aimonflink.gateway.arrow.ArrowStream;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.query.serve.format.result.AsOfJson;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes an answer. A number is one of JSON if a program that reads doubles gets the same digits, else a text; so is what JSON has no type
 * for, as PostgreSQL writes it.
 */
final class RowsWriter {
    /** With as many digits, a decimal number survives in a double. */
    private static final int DIGITS_OF_DOUBLE = 15;

    private static final long MAX_EXACT = 1L << 53;

    private final RequestSession.Answer answer;
    private final boolean areNumbersTexts;

    RowsWriter(RequestSession.Answer answer, boolean areNumbersTexts) {
        this.answer = answer;
        this.areNumbersTexts = areNumbersTexts;
    }

    /** @throws Failure if the form cannot have such an answer */
    void requireFitting(AnswerFormat format) {
        Set<String> names = new HashSet<>();
        for (PgColumn column : answer.columns()) {
            if (!names.add(column.name()) && format == AnswerFormat.LINES) {
                throw Failure.of(
                        SqlState.DUPLICATE_ALIAS,
                        "Two columns are called \"" + column.name()
                                + "\", and a line of JSON has each name once. Name them with AS.");
            }
        }
    }

    void write(AnswerFormat format, OutputStream out) throws IOException {
        if (format == AnswerFormat.JSON) {
            json(out);
        } else {
            write(format, List.of(answer.rows()).iterator(), out);
        }
    }

    /** Rows in a form that has one after the other, page by page. */
    void write(AnswerFormat format, Iterator<List<Object[]>> pages, OutputStream out) throws IOException {
        switch (format) {
            case CSV -> csv(pages, out);
            case ARROW -> arrow(pages, out);
            default -> lines(pages, out);
        }
    }

    private void arrow(Iterator<List<Object[]>> pages, OutputStream out) throws IOException {
        ArrowStream stream = new ArrowStream(answer.columns(), answer.texts(), out);
        while (pages.hasNext()) {
            for (Object[] row : pages.next()) {
                stream.add(row);
            }
        }
        stream.end();
    }

    private void json(OutputStream stream) throws IOException {
        try (JsonGenerator out = Json.FACTORY.createGenerator(stream)) {
            out.writeStartObject();
            out.writeArrayFieldStart("columns");
            for (PgColumn column : answer.columns()) {
                out.writeStartObject();
                out.writeStringField("name", column.name());
                out.writeStringField("type", SqlNames.of(column.type()));
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeFieldName("rows");
            rows(out);
            if (answer.answer() != null) {
                moment(answer.answer(), out);
            }
            out.writeEndObject();
        }
    }

    private void rows(JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (Object[] row : answer.rows()) {
            row(row, out);
        }
        out.writeEndArray();
    }

    private void row(Object[] row, JsonGenerator out) throws IOException {
        out.writeStartArray();
        for (int i = 0; i < row.length; i++) {
            value(answer.columns().get(i).type(), row[i], out);
        }
        out.writeEndArray();
    }

    /** The rows alone, as JSON. */
    byte[] rows() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = Json.FACTORY.createGenerator(bytes)) {
            rows(out);
        }
        return bytes.toByteArray();
    }

    /**
     * Each row as JSON, by its values of some columns as JSON.
     *
     * @throws HttpRefusal if the answer has no such column, or two rows are alike in these columns
     */
    Map<String, String> rowsBy(List<String> keys) throws IOException {
        List<String> names = answer.columns().stream().map(PgColumn::name).toList();
        List<Integer> places = new ArrayList<>();
        for (String key : keys) {
            if (!names.contains(key)) {
                throw HttpRefusal.badRequest("The answer has no column \"" + Spelling.shortened(key) + "\" for key=. "
                        + Spelling.hint(key, names));
            }
            places.add(names.indexOf(key));
        }
        Map<String, String> rows = new LinkedHashMap<>();
        for (Object[] row : answer.rows()) {
            String key = text(out -> {
                out.writeStartArray();
                for (int place : places) {
                    value(answer.columns().get(place).type(), row[place], out);
                }
                out.writeEndArray();
            });
            if (rows.put(key, text(out -> row(row, out))) != null) {
                throw HttpRefusal.badRequest("Two rows have the key " + Spelling.shortened(key)
                        + ". Give columns for key= that name one row each.");
            }
        }
        return rows;
    }

    private interface Part {
        void to(JsonGenerator out) throws IOException;
    }

    private static String text(Part part) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = Json.FACTORY.createGenerator(text)) {
            part.to(out);
        }
        return text.toString();
    }

    private static void moment(QueryResult answer, JsonGenerator out) throws IOException {
        if (answer.asOf() != null) {
            out.writeFieldName("asOf");
            AsOfJson.write(answer.asOf(), out);
        }
        QueryResult.Timings timings = answer.timings();
        out.writeNumberField("ageMicros", timings.ageMicros());
        out.writeObjectFieldStart("timings");
        out.writeNumberField("queuedMicros", timings.queuedMicros());
        out.writeNumberField("scanMicros", timings.scanMicros());
        out.writeNumberField("mergeMicros", timings.mergeMicros());
        out.writeNumberField("cpuMicros", timings.cpuMicros());
        if (timings.unkeptMicros() > 0) {
            out.writeNumberField("unkeptMicros", timings.unkeptMicros());
        }
        out.writeNumberField("rowsScanned", answer.rowsScanned());
        out.writeEndObject();
    }

    private void lines(Iterator<List<Object[]>> pages, OutputStream stream) throws IOException {
        try (JsonGenerator out = Json.FACTORY.createGenerator(stream)) {
            out.setRootValueSeparator(null);
            while (pages.hasNext()) {
                for (Object[] row : pages.next()) {
                    line(row, out);
                }
            }
        }
    }

    private void line(Object[] row, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (int i = 0; i < row.length; i++) {
            out.writeFieldName(answer.columns().get(i).name());
            value(answer.columns().get(i).type(), row[i], out);
        }
        out.writeEndObject();
        out.writeRaw('\n');
    }

    private void value(PgType type, Object value, JsonGenerator out) throws IOException {
        PgText texts = answer.texts();
        if (value == null) {
            out.writeNull();
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (type.isArray() && !type.isVector()) {
            out.writeStartArray();
            for (Object element : (List<?>) value) {
                value(type.element(), element, out);
            }
            out.writeEndArray();
        } else if (!areNumbersTexts && isExact(type, value)) {
            out.writeNumber(texts.write(type, value));
        } else {
            out.writeString(texts.write(type, value));
        }
    }

    private static boolean isExact(PgType type, Object value) {
        return switch (type) {
            case INT2, INT4, INT8, OID -> (Long) value <= MAX_EXACT && (Long) value >= -MAX_EXACT;
            case FLOAT4, FLOAT8 -> Double.isFinite(((Number) value).doubleValue());
            case NUMERIC -> {
                BigDecimal exact = (BigDecimal) value;
                yield exact.precision() <= DIGITS_OF_DOUBLE && Math.abs(exact.scale()) <= DIGITS_OF_DOUBLE;
            }
            default -> false;
        };
    }

    private void csv(Iterator<List<Object[]>> pages, OutputStream out) throws IOException {
        out.write(answer.csvHeader().getBytes(StandardCharsets.UTF_8));
        StringBuilder line = new StringBuilder();
        while (pages.hasNext()) {
            for (Object[] row : pages.next()) {
                line.setLength(0);
                answer.csvLine(row, line);
                out.write(line.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
