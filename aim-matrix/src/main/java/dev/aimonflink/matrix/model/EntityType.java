package dev.aimonflink.matrix.model;

import dev.aimonflink.sql.text.Spelling;
import java.io.Serializable;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The entities of a model, the rows of its matrix.
 *
 * @param name of one of them, such as {@code card}
 * @param attributes what profiles say of them
 * @param tables file names of the tables whose keys are attributes, by table
 */
public record EntityType(String name, List<Attribute> attributes, Map<String, String> tables) implements Serializable {
    public static final int MAX_ATTRIBUTES = 256;

    public EntityType {
        attributes = List.copyOf(attributes);
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        Names.require("entity", name, "entity");
        tables.keySet().forEach(table -> Names.require("table", table, "tables", table));
        ModelException.requireAtMost(MAX_ATTRIBUTES, attributes.size(), "attributes");
        Set<String> seen = new HashSet<>();
        for (Attribute attribute : attributes) {
            Names.require("attribute", attribute.name(), "attributes", attribute.name());
            if (!seen.add(Names.folded(attribute.name()))) {
                throw ModelException.ofName(
                        "attribute '" + attribute.name() + "' has the same name as another one. Rename one of them.",
                        "attributes",
                        attribute.name());
            }
            if (attribute.table() != null && !tables.containsKey(attribute.table())) {
                throw new ModelException(
                        "There is no table '" + Spelling.shortened(attribute.table()) + "'. "
                                + Spelling.hint(attribute.table(), tables.keySet()),
                        "attributes",
                        attribute.name(),
                        "table");
            }
        }
    }
}
