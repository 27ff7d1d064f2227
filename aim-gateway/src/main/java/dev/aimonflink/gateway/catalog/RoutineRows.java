package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The rows that describe functions that return rows, and their signatures as texts. */
final class RoutineRows {
    private static final long SQL_LANGUAGE = 14;
    private static final float USUAL_COST = 100;
    private static final float USUAL_ROWS = 1000;

    private RoutineRows() {}

    static List<Object[]> rows(RowMaker maker, Numbers numbers) {
        List<Object[]> rows = new ArrayList<>(TypeRows.functionRows(maker));
        numbers.routines.forEach(
                (oid, routine) -> rows.add(row(maker, oid, numbers.schema(routine.schema()), routine)));
        return rows;
    }

    private static Object[] row(RowMaker maker, long oid, long schema, Catalogued.Routine routine) {
        List<Object> inputs = new ArrayList<>();
        List<Object> types = new ArrayList<>();
        List<Object> modes = new ArrayList<>();
        List<Object> names = new ArrayList<>();
        for (PgColumn argument : routine.function().arguments()) {
            inputs.add((long) argument.type().oid());
            add(argument, "i", types, modes, names);
        }
        routine.function().columns().forEach(column -> add(column, "t", types, modes, names));
        return maker.row(
                "oid",
                oid,
                "proname",
                routine.name(),
                "pronamespace",
                schema,
                "proowner",
                Numbers.OWNER,
                "prolang",
                SQL_LANGUAGE,
                "procost",
                USUAL_COST,
                "prorows",
                USUAL_ROWS,
                "prokind",
                "f",
                "proretset",
                true,
                "provolatile",
                "v",
                "proparallel",
                "u",
                "pronargs",
                inputs.size(),
                "pronargdefaults",
                (int) routine.defaults().stream().filter(Objects::nonNull).count(),
                "prorettype",
                PgType.RECORD.oid(),
                "proargtypes",
                inputs,
                "proallargtypes",
                types,
                "proargmodes",
                modes,
                "proargnames",
                names,
                "prosrc",
                routine.name());
    }

    private static void add(PgColumn column, String mode, List<Object> types, List<Object> modes, List<Object> names) {
        types.add((long) column.type().oid());
        modes.add(mode);
        names.add(column.name());
    }

    /** As {@code pg_get_function_arguments} writes them. */
    static String arguments(Catalogued.Routine routine, boolean withDefaults) {
        List<String> written = new ArrayList<>();
        for (PgColumn argument : routine.function().arguments()) {
            String otherwise = routine.defaults().get(written.size());
            written.add(column(argument) + (withDefaults && otherwise != null ? " DEFAULT " + otherwise : ""));
        }
        return String.join(", ", written);
    }

    static String result(Catalogued.Routine routine) {
        return routine.function().columns().stream()
                .map(RoutineRows::column)
                .collect(Collectors.joining(", ", "TABLE(", ")"));
    }

    /** As {@code pg_get_functiondef} writes it. */
    static String definition(Catalogued.Routine routine) {
        return "CREATE OR REPLACE FUNCTION " + QuotedText.name(routine.schema()) + "." + QuotedText.name(routine.name())
                + "("
                + arguments(routine, true) + ")\n RETURNS " + result(routine) + "\n LANGUAGE sql\nAS $function$\n"
                + routine.function().text() + "\n$function$\n";
    }

    private static String column(PgColumn column) {
        return QuotedText.name(column.name()) + " " + NamedTypes.written(column.type(), PgColumn.NO_MODIFIER);
    }
}
