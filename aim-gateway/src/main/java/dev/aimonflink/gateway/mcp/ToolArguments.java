package dev.aimonflink.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks whether an agent's arguments are as a tool's schema says: who guesses a name has to hear that there is none. */
final class ToolArguments {
    private ToolArguments() {}

    /**
     * What is wrong with them, in a sentence; null if nothing is.
     *
     * @param schema an object's, of what {@link McpTools} uses of JSON Schema
     */
    static String fault(JsonNode schema, JsonNode given) {
        JsonNode properties = schema.get("properties");
        for (Map.Entry<String, JsonNode> each : given.properties()) {
            if (!properties.has(each.getKey())) {
                List<String> names = new ArrayList<>();
                properties.fieldNames().forEachRemaining(names::add);
                return "There is no argument \"" + Spelling.shortened(each.getKey()) + "\" here. "
                        + Spelling.hint(each.getKey(), names);
            }
            String fault = fault(properties.get(each.getKey()), each.getKey(), each.getValue());
            if (fault != null) {
                return fault;
            }
        }
        for (JsonNode required : schema.get("required")) {
            if (!given.has(required.textValue())) {
                return "\"" + required.textValue() + "\" is missing. Give it.";
            }
        }
        return null;
    }

    private static String fault(JsonNode property, String name, JsonNode value) {
        String type = property.path("type").asText("");
        boolean isOfType =
                switch (type) {
                    case "string" -> value.isTextual();
                    case "integer" -> value.isIntegralNumber();
                    case "array" -> value.isArray();
                    default -> true;
                };
        if (!isOfType) {
            return "\"" + name + "\" is no " + type + ". Give one.";
        }
        if (property.has("enum") && !contains(property.get("enum"), value)) {
            return "\"" + name + "\" is none of " + property.get("enum") + ". Give one of them, or leave it out.";
        }
        if (property.has("maximum")
                && (value.asLong() > property.get("maximum").asLong()
                        || value.asLong() < property.get("minimum").asLong())) {
            return "\"" + name + "\" is outside " + property.get("minimum") + " to " + property.get("maximum")
                    + ". Give a number inside.";
        }
        return null;
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        for (JsonNode each : values) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }
}
