package dev.aimonflink.matrix.format.event;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.Json;
import dev.aimonflink.matrix.format.MalformedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON objects that have each of some fields at most once, by a map, because a model can have hundreds. Skips other fields. */
final class ObjectFields {
    private final List<String> names;
    private final Map<String, Integer> places = new HashMap<>();
    private final boolean[] isSeen;

    ObjectFields(List<String> names) {
        this.names = names;
        names.forEach(name -> places.put(name, places.size()));
        isSeen = new boolean[names.size()];
    }

    /** @param fields reads a value, given the field's index in the list of names */
    void read(JsonParser parser, Json.FieldReading fields) throws IOException {
        Json.requireObject(parser);
        Arrays.fill(isSeen, false);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Integer place = places.get(parser.currentName());
            parser.nextToken();
            if (place == null) {
                parser.skipChildren();
            } else if (isSeen[place]) {
                throw new MalformedException(parser.currentName() + " is given twice");
            } else {
                isSeen[place] = true;
                fields.read(place, parser);
            }
        }
    }

    void require(int place) {
        if (!isSeen[place]) {
            throw new MalformedException(names.get(place) + " is missing");
        }
    }
}
