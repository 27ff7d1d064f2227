package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks that the parts of a model fit together. */
record ModelCheck(EventType event, EntityType entity, Aggregates aggregates) {
    private static final int MAX_ALIKE = 3;

    void requireAggregations() {
        for (Aggregation aggregation : aggregates.aggregations()) {
            if (aggregation.isOfEvents()) {
                requireCountAlone(aggregation);
            } else {
                EventField field = field(aggregation);
                aggregation.functions().forEach(function -> requireFits(function, field));
            }
        }
    }

    private static void requireCountAlone(Aggregation ofEvents) {
        for (EventFunction function : ofEvents.functions()) {
            if (function != EventFunction.COUNT) {
                throw ModelException.ofName(
                        "events have no " + function.label() + ", only a count. Name a field.",
                        "aggregates",
                        Aggregation.EVENTS,
                        function.label());
            }
        }
    }

    private EventField field(Aggregation aggregation) {
        return event.fields().stream()
                .filter(each -> each.name().equals(aggregation.field()))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> known =
                            event.fields().stream().map(EventField::name).toList();
                    return new ModelException(
                            "There is no field '" + Spelling.shortened(aggregation.field()) + "'. "
                                    + (isTheEvent(aggregation.field())
                                            ? "The number of " + Names.plural(event.name()) + " is 'events: [count]'."
                                            : Spelling.hint(aggregation.field(), known)),
                            "aggregates",
                            aggregation.field());
                });
    }

    private boolean isTheEvent(String name) {
        return name.equals(event.name()) || name.equals(Names.plural(event.name()));
    }

    private static void requireFits(EventFunction function, EventField field) {
        boolean isExtreme = function == EventFunction.MIN || function == EventFunction.MAX;
        if (function == EventFunction.COUNT && !field.isOptional()) {
            throw ModelException.ofName(
                    "Each event has the field '" + field.name() + "'. Write 'events: [count]'.",
                    "aggregates",
                    field.name(),
                    function.label());
        }
        boolean isOrdered = field.type().isNumber() || field.type().is(Kind.TIME);
        if (function != EventFunction.COUNT
                && !(isExtreme ? isOrdered : field.type().isNumber())) {
            throw ModelException.ofName(
                    "The field '" + field.name() + "' is of the type " + field.type() + " and has no "
                            + function.label() + ". Take it out.",
                    "aggregates",
                    field.name(),
                    function.label());
        }
    }

    void requireFilters() {
        for (EventFilter filter : aggregates.filters()) {
            if (!filter.isAll()) {
                FilterConditions.bound(filter, event, entity.attributes());
            }
        }
    }

    /** A pattern for a misspelled function or measure would have no effect. */
    void requirePatterns(ColumnNames names) {
        List<String> known = new ArrayList<>();
        for (EventFunction function : EventFunction.values()) {
            known.add(function.label());
            known.add(function.label() + " " + Aggregation.EVENTS);
            event.fields().forEach(field -> known.add(function.label() + " " + field.measure()));
        }
        for (String of : names.patterns().keySet()) {
            if (!of.equals(ColumnNames.ALL) && !known.contains(of)) {
                throw ModelException.ofName(
                        "'" + Spelling.shortened(of) + "' is no function, nor a function of a field. "
                                + Spelling.closest(of, known)
                                        .map(near -> "Did you mean '" + near + "'?")
                                        .orElse("Write 'sum' or 'sum amount', say."),
                        "names",
                        of);
            }
        }
    }

    /** Names of columns, attributes, listed columns of tables, and aliases share the matrix as an SQL table. */
    void requireNames(List<ModelColumn> columns, ColumnNames names) {
        Aggregates.requireColumns(columns.size(), aggregates.copies());
        Map<String, String> seen = new HashMap<>();
        seen.put(Names.folded(event.key().name()), "the key");
        seen.put(Names.snakeCase(event.key().name()), "the key");
        requireNoFieldThatErases();
        requireNoNameOfTheCatalogue();
        entity.attributes().forEach(each -> requireAttribute(each, seen));
        entity.attributes().forEach(each -> requireListedColumns(each, seen));
        for (ModelColumn column : columns) {
            Names.requireColumn(column.name(), "names");
            String other = seen.put(Names.folded(column.name()), "another column");
            if (other != null) {
                String sentence = "A column would be called '" + Spelling.shortened(column.name()) + "' like " + other
                        + ". Rename one, or write other 'names'.";
                throw entity.attributes().stream()
                        .map(Attribute::name)
                        .filter(name -> Names.snakeCase(name).equals(Names.folded(column.name()))
                                || Names.folded(name).equals(Names.folded(column.name())))
                        .findFirst()
                        .map(name -> ModelException.ofName(sentence, "attributes", name))
                        .orElseGet(() -> new ModelException(sentence, "names"));
            }
        }
        names.aliases().forEach((alias, column) -> requireAlias(alias, column, columns, seen));
    }

    /** In SQL, {@code paidTotal} and {@code paid_total} are one name. */
    private void requireAttribute(Attribute attribute, Map<String, String> seen) {
        String folded = Names.folded(attribute.name());
        String inSql = Names.snakeCase(attribute.name());
        String other = seen.getOrDefault(folded, seen.get(inSql));
        seen.put(folded, "an attribute");
        seen.put(inSql, "an attribute");
        if (other != null) {
            boolean isKey = folded.equals(Names.folded(event.key().name()));
            throw ModelException.ofName(
                    "attribute '" + attribute.name() + "' has the name of "
                            + (isKey ? "the key" : other + ", which is '" + inSql + "' in SQL") + ". Rename it.",
                    "attributes",
                    attribute.name());
        }
        String table = attribute.table();
        if (table != null && Names.folded(table).equals(Names.plural(Names.snakeCase(entity.name())))) {
            throw ModelException.ofName(
                    "table '" + table
                            + "' has the name of the matrix in SQL, which is that of several of its entities. Rename it.",
                    "attributes",
                    attribute.name());
        }
    }

    /** An attribute may list the column of its own name: then one has the values, and the other their meaning. */
    private static void requireListedColumns(Attribute attribute, Map<String, String> seen) {
        for (String column : attribute.columns()) {
            if (Names.folded(column).equals(Names.folded(attribute.name()))) {
                continue;
            }
            String other = seen.put(Names.folded(column), "a column that attribute '" + attribute.name() + "' lists");
            if (other != null) {
                // Two attributes may list the same column of one table, so renaming it would not help.
                throw new ModelException(
                        "The column '" + Spelling.shortened(column) + "' has the same name as " + other
                                + ". Take it out here, and queries look it up in the table '" + attribute.table()
                                + "'; or list a column of another name.",
                        "attributes",
                        attribute.name(),
                        "columns",
                        column);
            }
        }
    }

    /** Records of the profiles topic have it beside the key and the attributes. */
    private void requireNoFieldThatErases() {
        String sentence = " has the name of the field that erases an entity. Rename it.";
        if (Names.folded(event.key().name()).equals(EntityUpdate.FORGET)) {
            throw new ModelException("key '" + event.key().name() + "'" + sentence, "key");
        }
        for (Attribute attribute : entity.attributes()) {
            if (Names.folded(attribute.name()).equals(EntityUpdate.FORGET)) {
                throw ModelException.ofName(
                        "attribute '" + attribute.name() + "'" + sentence, "attributes", attribute.name());
            }
        }
    }

    /** The point query has the name of the entity, and the key is one of its parameters. */
    private void requireNoNameOfTheCatalogue() {
        if (Names.folded(entity.name()).equals("verify")) {
            throw new ModelException(
                    "entity '" + entity.name()
                            + "' has the name of the query that compares columns with records. Rename it.",
                    "entity");
        }
        if (Names.folded(entity.name()).equals("rules")) {
            throw new ModelException(
                    "entity '" + entity.name() + "' has the name of the query that reports rules. Rename it.",
                    "entity");
        }
        if (Names.folded(event.key().name()).equals("columns")) {
            throw new ModelException(
                    "key '" + event.key().name() + "' has the name of the parameter that chooses columns. Rename it.",
                    "key");
        }
    }

    private static void requireAlias(String alias, String column, List<ModelColumn> columns, Map<String, String> seen) {
        Names.require("alias", alias, "aliases", alias);
        List<String> known = columns.stream().map(ModelColumn::name).toList();
        if (!known.contains(column)) {
            throw new ModelException(
                    "There is no column '" + Spelling.shortened(column) + "'. "
                            + Spelling.closest(column, known)
                                    .map(near -> "Did you mean '" + near + "'?")
                                    .orElseGet(() -> thatAreAlike(column, known)),
                    "aliases",
                    alias);
        }
        String other = seen.put(Names.folded(alias), "another alias");
        if (other != null) {
            throw ModelException.ofName(
                    "alias '" + alias + "' has the same name as " + other + ". Rename it.", "aliases", alias);
        }
    }

    private static String thatAreAlike(String column, List<String> known) {
        List<String> alike = Spelling.alike(column, known, MAX_ALIKE);
        return alike.isEmpty()
                ? "Columns are named like '" + known.get(0) + "'."
                : "Columns with names alike are " + String.join(", ", alike) + ".";
    }
}
