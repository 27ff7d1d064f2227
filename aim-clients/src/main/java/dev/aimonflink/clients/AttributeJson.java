package dev.aimonflink.clients;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.FieldType;
import dev.aimonflink.core.model.FieldType.Kind;
import dev.aimonflink.core.wire.MalformedException;
import dev.aimonflink.sql.text.Spelling;
import java.time.DateTimeException;
import java.time.OffsetDateTime;

/** Reads values of attributes from JSON. A value of another type than the attribute's is malformed, not converted. */
final class AttributeJson {
    private AttributeJson() {}

    /** @throws MalformedException if it is none of the attribute's type */
    static Object value(Attribute attribute, JsonNode value) {
        String name = attribute.name();
        return switch (attribute.type().kind()) {
            case BOOLEAN -> {
                require(value.isBoolean(), name, "true or false", value);
                yield value.booleanValue();
            }
            case INT -> {
                long number = longOf(name, value);
                if (number != (int) number) {
                    throw new MalformedException(name + "=" + number + " does not fit 32 bits");
                }
                yield number;
            }
            case LONG -> longOf(name, value);
            case DECIMAL, DOUBLE -> {
                require(value.isNumber(), name, "a number", value);
                yield value.decimalValue();
            }
            case ENUM, TEXT -> text(attribute, value);
            case TIME -> value.isTextual() ? time(name, value.textValue()) : longOf(name, value);
        };
    }

    static long longOf(String name, JsonNode value) {
        require(value.isIntegralNumber(), name, "a whole number", value);
        if (!value.canConvertToLong()) {
            throw new MalformedException(name + "=" + Spelling.shortened(value.asText()) + " does not fit 64 bits");
        }
        return value.longValue();
    }

    private static String text(Attribute attribute, JsonNode value) {
        String name = attribute.name();
        require(value.isTextual(), name, "a text", value);
        String text = value.textValue();
        FieldType type = attribute.type();
        if (type.is(Kind.ENUM) && !type.labels().contains(text)) {
            throw new MalformedException(name + "='" + Spelling.shortened(text) + "' is not one of its "
                    + type.labels().size() + " values");
        }
        if (text.length() > FieldType.MAX_TEXT_LENGTH) {
            throw new MalformedException(name + " is longer than " + FieldType.MAX_TEXT_LENGTH + " characters");
        }
        return text;
    }

    private static long time(String name, String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException malformed) {
            throw new MalformedException(
                    name + "='" + Spelling.shortened(text) + "' is no time like 2026-11-20T08:00:00Z");
        }
    }

    static void require(boolean holds, String name, String wanted, JsonNode value) {
        if (!holds) {
            throw new MalformedException(name + " must be " + wanted + ", not " + kind(value));
        }
    }

    /** The kind of a value, for messages. */
    static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a text";
            case NUMBER -> value.isIntegralNumber() ? "a number" : "a fraction";
            case BOOLEAN -> value.asText();
            case NULL -> "null";
            case MISSING, BINARY, POJO -> "nothing";
        };
    }
}
