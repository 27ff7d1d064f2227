package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.PgColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of {@code information_schema}. */
final class SchemaRows {
    private static final String YES = "YES";
    private static final String NO = "NO";

    private final String database;
    private final String owner;
    private final Numbers numbers;

    SchemaRows(Catalogued described, Numbers numbers) {
        this.database = described.database();
        this.owner = described.users().get(0);
        this.numbers = numbers;
    }

    private static String yesIf(boolean holds) {
        return holds ? YES : NO;
    }

    List<Object[]> catalogName(RowMaker maker) {
        return List.<Object[]>of(maker.row("catalog_name", database));
    }

    List<Object[]> schemata(RowMaker maker) {
        return numbers.schemas.keySet().stream()
                .map(schema -> maker.row("catalog_name", database, "schema_name", schema, "schema_owner", owner))
                .toList();
    }

    List<Object[]> tables(RowMaker maker) {
        return numbers.relations.stream()
                .map(Numbers.Numbered::relation)
                .map(relation -> maker.row(
                        "table_catalog",
                        database,
                        "table_schema",
                        relation.schema(),
                        "table_name",
                        relation.name(),
                        "table_type",
                        relation.isTable() ? "BASE TABLE" : "VIEW",
                        "is_insertable_into",
                        yesIf(relation.isTable()),
                        "is_typed",
                        NO))
                .toList();
    }

    List<Object[]> views(RowMaker maker) {
        return numbers.relations.stream()
                .map(Numbers.Numbered::relation)
                .filter(relation -> !relation.isTable())
                .map(relation -> maker.row(
                        "table_catalog", database,
                        "table_schema", relation.schema(),
                        "table_name", relation.name(),
                        "check_option", "NONE",
                        "is_updatable", NO,
                        "is_insertable_into", NO,
                        "is_trigger_updatable", NO,
                        "is_trigger_deletable", NO,
                        "is_trigger_insertable_into", NO))
                .toList();
    }

    List<Object[]> columns(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Numbered each : numbers.relations) {
            Described relation = each.relation();
            for (Catalogued.Column column : relation.columns()) {
                Map<String, Object> values = TypeFacts.of(database, column.column());
                values.putAll(ofColumn(relation, column));
                rows.add(maker.row(values));
            }
        }
        return rows;
    }

    private Map<String, Object> ofColumn(Described relation, Catalogued.Column column) {
        long number = relation.number(column.name());
        return Map.ofEntries(
                Map.entry("table_catalog", database),
                Map.entry("table_schema", relation.schema()),
                Map.entry("table_name", relation.name()),
                Map.entry("column_name", column.name()),
                Map.entry("ordinal_position", number),
                Map.entry("is_nullable", yesIf(relation.isNullable(column))),
                Map.entry("dtd_identifier", Long.toString(number)),
                Map.entry("is_self_referencing", NO),
                Map.entry("is_identity", NO),
                Map.entry("identity_cycle", NO),
                Map.entry("is_generated", "NEVER"),
                Map.entry("is_updatable", yesIf(relation.isTable())));
    }

    List<Object[]> tableConstraints(RowMaker maker) {
        return numbers.keys.stream()
                .map(key -> maker.row(
                        "constraint_catalog",
                        database,
                        "constraint_schema",
                        key.table().relation().schema(),
                        "constraint_name",
                        key.name(),
                        "table_catalog",
                        database,
                        "table_schema",
                        key.table().relation().schema(),
                        "table_name",
                        key.table().relation().name(),
                        "constraint_type",
                        "PRIMARY KEY",
                        "is_deferrable",
                        NO,
                        "initially_deferred",
                        NO,
                        "enforced",
                        YES))
                .toList();
    }

    List<Object[]> keyColumns(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Key key : numbers.keys) {
            Described table = key.table().relation();
            for (String column : table.key()) {
                rows.add(maker.row(
                        "constraint_catalog",
                        database,
                        "constraint_schema",
                        table.schema(),
                        "constraint_name",
                        key.name(),
                        "table_catalog",
                        database,
                        "table_schema",
                        table.schema(),
                        "table_name",
                        table.name(),
                        "column_name",
                        column,
                        "ordinal_position",
                        table.key().indexOf(column) + 1));
            }
        }
        return rows;
    }

    List<Object[]> constraintColumns(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Key key : numbers.keys) {
            Described table = key.table().relation();
            for (String column : table.key()) {
                rows.add(maker.row(
                        "table_catalog", database,
                        "table_schema", table.schema(),
                        "table_name", table.name(),
                        "column_name", column,
                        "constraint_catalog", database,
                        "constraint_schema", table.schema(),
                        "constraint_name", key.name()));
            }
        }
        return rows;
    }

    /** Everyone may read everything, and no one may do anything else. */
    List<Object[]> tablePrivileges(RowMaker maker) {
        return numbers.relations.stream()
                .map(Numbers.Numbered::relation)
                .map(relation -> maker.row(
                        "grantor",
                        owner,
                        "grantee",
                        "PUBLIC",
                        "table_catalog",
                        database,
                        "table_schema",
                        relation.schema(),
                        "table_name",
                        relation.name(),
                        "privilege_type",
                        "SELECT",
                        "is_grantable",
                        NO,
                        "with_hierarchy",
                        YES))
                .toList();
    }

    List<Object[]> columnPrivileges(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Numbered each : numbers.relations) {
            for (Catalogued.Column column : each.relation().columns()) {
                rows.add(maker.row(
                        "grantor",
                        owner,
                        "grantee",
                        "PUBLIC",
                        "table_catalog",
                        database,
                        "table_schema",
                        each.relation().schema(),
                        "table_name",
                        each.relation().name(),
                        "column_name",
                        column.name(),
                        "privilege_type",
                        "SELECT",
                        "is_grantable",
                        NO));
            }
        }
        return rows;
    }

    List<Object[]> enabledRoles(RowMaker maker) {
        return numbers.users.keySet().stream()
                .map(user -> maker.row("role_name", user))
                .toList();
    }

    List<Object[]> characterSets(RowMaker maker) {
        return List.<Object[]>of(maker.row(
                "character_set_name", "UTF8",
                "character_repertoire", "UCS",
                "form_of_use", "UTF8",
                "default_collate_catalog", database));
    }

    List<Object[]> routines(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        numbers.routines.forEach((oid, routine) -> rows.add(maker.row(
                "specific_catalog",
                database,
                "specific_schema",
                routine.schema(),
                "specific_name",
                routine.name() + "_" + oid,
                "routine_catalog",
                database,
                "routine_schema",
                routine.schema(),
                "routine_name",
                routine.name(),
                "routine_type",
                "FUNCTION",
                "type_udt_catalog",
                database,
                "type_udt_schema",
                "pg_catalog",
                "type_udt_name",
                "record",
                "data_type",
                "record",
                "routine_body",
                "EXTERNAL",
                "external_language",
                "SQL",
                "is_deterministic",
                NO,
                "security_type",
                "INVOKER")));
        return rows;
    }

    List<Object[]> parameters(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        numbers.routines.forEach((oid, routine) -> {
            int number = 1;
            for (PgColumn argument : routine.function().arguments()) {
                rows.add(parameter(maker, oid, routine, argument, "IN", number++));
            }
            for (PgColumn column : routine.function().columns()) {
                rows.add(parameter(maker, oid, routine, column, "OUT", number++));
            }
        });
        return rows;
    }

    private Object[] parameter(
            RowMaker maker, long oid, Catalogued.Routine routine, PgColumn parameter, String mode, int number) {
        Map<String, Object> values = TypeFacts.of(database, parameter);
        // PostgreSQL leaves the limits of parameters out.
        values.keySet().retainAll(List.of("data_type", "udt_catalog", "udt_schema", "udt_name"));
        values.put("specific_catalog", database);
        values.put("specific_schema", routine.schema());
        values.put("specific_name", routine.name() + "_" + oid);
        values.put("ordinal_position", number);
        values.put("parameter_mode", mode);
        values.put("is_result", NO);
        values.put("as_locator", NO);
        values.put("parameter_name", parameter.name());
        values.put("dtd_identifier", Integer.toString(number));
        return maker.row(values);
    }
}
