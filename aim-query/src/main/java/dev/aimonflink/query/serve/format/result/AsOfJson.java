package dev.aimonflink.query.serve.format.result;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.JsonValues;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import dev.aimonflink.query.serve.request.QueryResult.Place;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.Temporal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes the field {@code asOf} of a result in the form that {@link ResultCodec} describes. */
public final class AsOfJson {
    private static final List<String> FIELDS =
            List.of("eventTime", "windows", "newest", "progress", "run", "lost", "applied");

    /** The leading fields. */
    private static final int FIELDS_OF_ALL = 3;

    private static final List<String> PLACE_FIELDS = List.of("offset", "time");

    private Long eventTimeMs;
    private Long newestMs;
    private final Map<String, Temporal> windows = new LinkedHashMap<>();
    private Map<Integer, Place> progress;
    private String run;
    private long lost;
    private long applied;

    private AsOfJson() {}

    public static void write(AsOf asOf, JsonGenerator out) throws IOException {
        out.writeStartObject();
        writeTime("eventTime", asOf.eventTimeMs(), out);
        writeTime("newest", asOf.newestMs(), out);
        out.writeObjectFieldStart("windows");
        for (Map.Entry<String, Temporal> window : asOf.windows().entrySet()) {
            out.writeStringField(window.getKey(), window.getValue().toString());
        }
        out.writeEndObject();
        if (asOf.progress() != null) {
            writeProgress(asOf.progress(), out);
        }
        if (asOf.run() != null) {
            out.writeStringField("run", asOf.run());
        }
        if (asOf.lost() > 0) {
            out.writeNumberField("lost", asOf.lost());
        }
        if (asOf.applied() > 0) {
            out.writeNumberField("applied", asOf.applied());
        }
        out.writeEndObject();
    }

    private static void writeProgress(Map<Integer, Place> progress, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("progress");
        for (Map.Entry<Integer, Place> place : progress.entrySet()) {
            out.writeObjectFieldStart(place.getKey().toString());
            out.writeNumberField("offset", place.getValue().nextOffset());
            writeTime("time", place.getValue().newestMs(), out);
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void writeTime(String field, Long timeMsOrNull, JsonGenerator out) throws IOException {
        out.writeFieldName(field);
        JsonValues.writeScalar(timeMsOrNull, out);
    }

    static AsOf read(JsonParser parser) throws IOException {
        AsOfJson read = new AsOfJson();
        int present = Json.readPresent(parser, FIELDS, read::readField);
        Json.requireAll(FIELDS.subList(0, FIELDS_OF_ALL), present);
        return new AsOf(
                read.eventTimeMs,
                read.newestMs,
                Collections.unmodifiableMap(read.windows),
                read.progress,
                read.run,
                read.lost,
                read.applied);
    }

    private void readField(int field, JsonParser parser) throws IOException {
        switch (FIELDS.get(field)) {
            case "eventTime" -> eventTimeMs = JsonValues.orNull(parser, JsonValues::readLong);
            case "newest" -> newestMs = JsonValues.orNull(parser, JsonValues::readLong);
            case "windows" -> readMap(parser, (window, at) -> windows.put(window, temporal(JsonValues.readText(at))));
            case "progress" -> progress = JsonValues.orNull(parser, AsOfJson::readProgress);
            case "run" -> run = JsonValues.readText(parser);
            case "lost" -> lost = JsonValues.readLong(parser);
            default -> applied = JsonValues.readLong(parser);
        }
    }

    /** Malformed texts throw, as damaged JSON does. */
    private static Temporal temporal(String text) {
        return text.indexOf('T') < 0 ? LocalDate.parse(text) : LocalDateTime.parse(text);
    }

    private static Map<Integer, Place> readProgress(JsonParser parser) throws IOException {
        Map<Integer, Place> progress = new LinkedHashMap<>();
        readMap(parser, (partition, at) -> progress.put(Integer.parseInt(partition), readPlace(at)));
        return Collections.unmodifiableMap(progress);
    }

    private static Place readPlace(JsonParser parser) throws IOException {
        Long[] values = new Long[PLACE_FIELDS.size()];
        Json.readFields(
                parser,
                PLACE_FIELDS,
                (field, at) -> values[field] =
                        field == 0 ? (Long) JsonValues.readLong(at) : JsonValues.orNull(at, JsonValues::readLong));
        return new Place(values[0], values[1]);
    }

    private interface EntryReading {
        void read(String name, JsonParser parser) throws IOException;
    }

    private static void readMap(JsonParser parser, EntryReading entries) throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            throw new MalformedException("a JSON object is expected, not " + Json.kind(parser.currentToken()));
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            entries.read(name, parser);
        }
    }
}
