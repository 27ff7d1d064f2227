package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.NamedTypes;
import dev.aimonflink.gateway.relation.Quoting;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.QuotedText;
import dev.aimonflink.sql.type.SqlNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The relations of {@code pg_catalog} and {@code information_schema} of what is described, and further given ones. Constant parts are
 * computed once, on first use, so that a catalog serves many connections.
 */
public final class PgCatalog implements Relations {
    private static final String SYSTEM = "pg_catalog";
    private static final String PUBLIC = "public";

    /** Types that functions can return, though no value has them. */
    private static final Map<String, Long> WITHOUT_VALUES = Map.of("trigger", 2279L, "event_trigger", 3838L);

    private final Catalogued described;
    private final OidsInOrder numbers;
    private final Map<String, Relation> relations = new HashMap<>();
    private final Map<String, Long> classes = new HashMap<>();
    private final Comments comments;

    public PgCatalog(Catalogued described) {
        this.described = described;
        this.numbers = new OidsInOrder(described);
        this.comments = new Comments(described, numbers);
        CatalogViews views = new CatalogViews(this, described, new Facts(described, numbers, comments));
        for (CatalogColumns relation : CatalogColumns.ALL) {
            relations.put(
                    key(relation.schema(), relation.name()),
                    new Relation(
                            relation.schema(),
                            relation.name(),
                            relation.columns(),
                            views.rows(relation),
                            relation.kind() == 'r' ? relation.oid() : 0));
        }
        described.relations().forEach(each -> relations.put(key(each.schema(), each.name()), each));
        numbers.names.forEach((oid, name) -> classes.put(key(name.schema(), name.name()), oid));
    }

    private static String key(String schema, String name) {
        return schema + '.' + name;
    }

    /** For a name without a schema, the system's, or else the public one. */
    private static <T> Optional<T> find(Map<String, T> all, List<String> name) {
        String last = name.get(name.size() - 1);
        if (name.size() > 1) {
            return Optional.ofNullable(all.get(key(name.get(name.size() - 2), last)));
        }
        return Optional.ofNullable(all.get(key(SYSTEM, last)))
                .or(() -> Optional.ofNullable(all.get(key(PUBLIC, last))));
    }

    @Override
    public Optional<Relation> find(List<String> name) {
        boolean isOther = name.size() > 2 && !name.get(name.size() - 3).equals(described.database());
        return isOther ? Optional.empty() : find(relations, name);
    }

    @Override
    public Optional<RowFunction> function(String name) {
        return described.routines().stream()
                .filter(routine -> name.equals(key(routine.schema(), routine.name()))
                        || (name.equals(routine.name()) && routine.schema().equals(PUBLIC)))
                .findFirst()
                .map(Catalogued.Routine::function);
    }

    @Override
    public List<String> functions() {
        return described.routines().stream()
                .map(routine ->
                        routine.schema().equals(PUBLIC) ? routine.name() : key(routine.schema(), routine.name()))
                .toList();
    }

    @Override
    public boolean hasSchema(String name) {
        return numbers.schemas.containsKey(name);
    }

    @Override
    public Optional<String> schemaOf(long oid) {
        return Optional.ofNullable(numbers.names.get(oid))
                .map(OidsInOrder.Name::schema)
                .or(() -> Optional.ofNullable(numbers.routines.get(oid)).map(Catalogued.Routine::schema));
    }

    @Override
    public Optional<Long> oidOf(PgType type, String written) {
        if (type == PgType.REGTYPE) {
            return NamedTypes.find(written)
                    .map(found -> (long) found.oid())
                    .or(() -> Optional.ofNullable(
                            WITHOUT_VALUES.get(written.strip().replace("pg_catalog.", ""))));
        }
        List<String> name;
        try {
            name = Quoting.parsed(written);
        } catch (SqlException noName) {
            return Optional.empty();
        }
        String last = name.get(name.size() - 1);
        return switch (type) {
            case REGCLASS -> find(classes, name);
            case REGPROC -> Optional.ofNullable(Types.FUNCTIONS.get(last)).or(() -> routine(last));
            case REGROLE -> Optional.ofNullable(numbers.users.get(last));
            case REGNAMESPACE -> Optional.ofNullable(numbers.schemas.get(last));
            default -> Optional.empty();
        };
    }

    private Optional<Long> routine(String name) {
        return numbers.routines.entrySet().stream()
                .filter(routine -> routine.getValue().name().equals(name))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @Override
    public Optional<String> nameOf(PgType type, long oid) {
        return switch (type) {
            case REGTYPE -> PgType.ofOid((int) oid).map(SqlNames::of);
            case REGCLASS ->
                Optional.ofNullable(numbers.names.get(oid)).map(name -> visible(name.schema(), name.name()));
            case REGPROC ->
                nameOf(Types.FUNCTIONS, oid).or(() -> Optional.ofNullable(numbers.routines.get(oid))
                        .map(routine -> visible(routine.schema(), routine.name())));
            case REGROLE -> nameOf(numbers.users, oid).map(QuotedText::name);
            case REGNAMESPACE -> nameOf(numbers.schemas, oid).map(QuotedText::name);
            default -> Optional.empty();
        };
    }

    private static Optional<String> nameOf(Map<String, Long> numbers, long oid) {
        return numbers.entrySet().stream()
                .filter(entry -> entry.getValue() == oid)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static String visible(String schema, String name) {
        List<String> parts = new ArrayList<>();
        if (!schema.equals(SYSTEM) && !schema.equals(PUBLIC)) {
            parts.add(QuotedText.name(schema));
        }
        parts.add(QuotedText.name(name));
        return String.join(".", parts);
    }

    static String nameOf(Described relation, boolean isVisible) {
        return isVisible
                ? visible(relation.schema(), relation.name())
                : QuotedText.name(relation.schema()) + "." + QuotedText.name(relation.name());
    }

    @Override
    public Optional<String> comment(String catalog, long oid, int column) {
        return comments.find(catalog, oid, column);
    }

    @Override
    public Optional<String> definition(long oid, int column, boolean isPretty) {
        for (OidsInOrder.Key key : numbers.keys) {
            if (key.constraint() == oid) {
                return Optional.of(Definitions.ofConstraint(key));
            }
            if (key.index() == oid) {
                List<String> columns = key.table().relation().key();
                return column == 0
                        ? Optional.of(Definitions.ofIndex(key, isPretty))
                        : column > columns.size() ? Optional.empty() : Optional.of(columns.get(column - 1));
            }
        }
        return Optional.ofNullable(numbers.routines.get(oid))
                .filter(routine -> routine.function().text() != null)
                .map(Signatures::definition);
    }

    @Override
    public Optional<String> arguments(long oid, boolean withDefaults) {
        return Optional.ofNullable(numbers.routines.get(oid))
                .map(routine -> Signatures.arguments(routine, withDefaults));
    }

    @Override
    public Optional<String> result(long oid) {
        return Optional.ofNullable(numbers.routines.get(oid)).map(Signatures::result);
    }

    /** Keys as statements that would make them. */
    private static final class Definitions {
        private Definitions() {}

        static String ofConstraint(OidsInOrder.Key key) {
            return "PRIMARY KEY (" + columns(key) + ")";
        }

        static String ofIndex(OidsInOrder.Key key, boolean isPretty) {
            Described table = key.table().relation();
            return "CREATE UNIQUE INDEX " + QuotedText.name(key.name()) + " ON " + PgCatalog.nameOf(table, isPretty)
                    + " USING btree (" + columns(key) + ")";
        }

        private static String columns(OidsInOrder.Key key) {
            return key.table().relation().key().stream().map(QuotedText::name).collect(Collectors.joining(", "));
        }
    }

    /** Functions that return rows, as texts. */
    private static final class Signatures {
        private Signatures() {}

        /** Like {@code pg_get_function_arguments}. */
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

        /** Like {@code pg_get_functiondef}. */
        static String definition(Catalogued.Routine routine) {
            return "CREATE OR REPLACE FUNCTION " + QuotedText.name(routine.schema()) + "."
                    + QuotedText.name(routine.name())
                    + "("
                    + arguments(routine, true) + ")\n RETURNS " + result(routine) + "\n LANGUAGE sql\nAS $function$\n"
                    + routine.function().text() + "\n$function$\n";
        }

        private static String column(PgColumn column) {
            return QuotedText.name(column.name()) + " " + NamedTypes.written(column.type(), PgColumn.NO_MODIFIER);
        }
    }
}
