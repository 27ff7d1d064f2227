package dev.aimonflink.clients;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.EntityKey;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.wire.MalformedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes profiles of a model's entities as records, and reads their values, which are JSON by the names of key and attributes:
 *
 * <pre>
 * {"cardId":7,"zip":"CH-8000","tier":"gold"}
 * </pre>
 *
 * Attributes that are null or not there are left out, and unknown ones are ignored. The key of a record is that of the entity,
 * as {@link ModelEventRecords} writes it.
 */
public final class ModelProfileRecords {
    private static final String FORGET = "forget";

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final ObjectReader READER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            // A price of 12.50 stays so.
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .reader();

    private final Model model;
    private final EntityKey key;

    public ModelProfileRecords(Model model) {
        this.model = model;
        key = model.event().key();
    }

    // ---- writing

    public byte[] key(ModelProfile profile) {
        return profile.key().toString().getBytes(StandardCharsets.UTF_8);
    }

    public byte[] value(ModelProfile profile) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            write(key.name(), profile.key(), out);
            for (Map.Entry<String, Object> attribute : profile.attributes().entrySet()) {
                write(attribute.getKey(), attribute.getValue(), out);
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be written to.", e);
        }
        return bytes.toByteArray();
    }

    private static void write(String name, Object value, JsonGenerator out) throws IOException {
        out.writeFieldName(name);
        if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            out.writeNumber(number);
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else {
            out.writeString((String) value);
        }
    }

    // ---- reading

    /** @throws MalformedException if the bytes are no profile of the model */
    public ModelProfile decode(byte[] json) {
        JsonNode profile = parsed(json);
        if (!profile.isObject()) {
            throw new MalformedException("a JSON object is expected, not " + AttributeJson.kind(profile));
        }
        if (profile.path(FORGET).booleanValue()) {
            throw new MalformedException("forget is true, where a profile is expected");
        }
        if (!profile.has(key.name())) {
            throw new MalformedException(key.name() + " is missing");
        }
        Object entity = key.isText()
                ? keyText(profile.get(key.name()))
                : AttributeJson.longOf(key.name(), profile.get(key.name()));
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (Attribute attribute : model.entity().attributes()) {
            JsonNode value = profile.path(attribute.name());
            if (!value.isMissingNode() && !value.isNull()) {
                attributes.put(attribute.name(), AttributeJson.value(attribute, value));
            }
        }
        return new ModelProfile(entity, attributes);
    }

    private static JsonNode parsed(byte[] json) {
        try {
            return READER.readTree(json);
        } catch (JsonProcessingException malformed) {
            throw new MalformedException("unreadable JSON: " + malformed.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be read.", e);
        }
    }

    private String keyText(JsonNode value) {
        AttributeJson.require(value.isTextual(), key.name(), "a text", value);
        int bytes = value.textValue().getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > EntityKey.MAX_TEXT_BYTES) {
            throw new MalformedException(
                    key.name() + " has " + bytes + " bytes instead of 1 to " + EntityKey.MAX_TEXT_BYTES);
        }
        return value.textValue();
    }
}
