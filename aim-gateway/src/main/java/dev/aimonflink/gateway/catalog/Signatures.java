package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Functions that return rows, as texts. */
final class Signatures {
    private Signatures() {}

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
                .map(Signatures::column)
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
