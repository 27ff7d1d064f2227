package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Declared;
import dev.aimonflink.sql.bind.Dialect;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.TypeName;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What a connection adds to the language: types of the catalogs, functions of these and of the connection, and the job's queries as
 * functions.
 *
 * @param given the types that the client says its parameters have; the text says those that it leaves out
 */
public record RelationDialect(Environment environment, List<PgType> given, boolean areParametersTyped)
        implements Dialect {
    @Override
    public boolean isOfConnection() {
        return true;
    }

    @Override
    public SqlType parameter(int number) {
        return number <= given.size() ? SqlType.of(given.get(number - 1)) : SqlType.UNKNOWN;
    }

    @Override
    public Optional<SqlType> type(TypeName written) {
        return NamedTypes.find(written.name())
                .filter(type -> isOfCatalogs(type)
                        || (isOfTime(type) && !written.modifiers().isEmpty()))
                .map(type -> NamedTypes.limited(type, written));
    }

    private static boolean isOfCatalogs(PgType type) {
        SqlType known = SqlType.of(type.isArray() ? type.element() : type);
        return type.isVector() || known.is(Kind.OID) || (known.is(Kind.TEXT) && type != PgType.TEXT);
    }

    /** Values have six digits of a second, whatever is written. */
    private static boolean isOfTime(PgType type) {
        return type.category() == 'D' || type == PgType.INTERVAL;
    }

    @Override
    public List<Declared> functions(String name, List<SqlType> types) {
        List<Declared> all = FunctionTable.functions(name, types, environment);
        return all.isEmpty()
                ? environment.relations().function(name).map(function -> declared(name, function)).stream()
                        .toList()
                : all;
    }

    @Override
    public Optional<String> hint(String function, Collection<String> known) {
        Collection<String> names = new TreeSet<>(known);
        names.addAll(FunctionTable.names());
        List<String> queries = environment.relations().functions();
        names.addAll(queries);
        return Optional.of(Spelling.closest(function, names)
                .map(close -> "Did you mean \"" + close + "\"?")
                .orElse("It is none of the functions that the gateway has."
                        + (queries.isEmpty() ? "" : " FROM can also have " + String.join(", ", queries) + ".")));
    }

    private static Declared declared(String name, Relations.RowFunction function) {
        List<String> names = function.arguments().stream().map(PgColumn::name).toList();
        return new Declared(
                name,
                names,
                types(function.arguments()),
                0,
                false,
                SqlType.record(function.columns().stream().map(PgColumn::name).toList(), types(function.columns())),
                true,
                false,
                arguments -> {
                    Map<String, Object> values = new HashMap<>();
                    for (int i = 0; i < arguments.length; i++) {
                        if (arguments[i] != null) {
                            values.put(names.get(i), arguments[i]);
                        }
                    }
                    return function.call(values).stream().map(Arrays::asList).toList();
                });
    }

    private static List<SqlType> types(List<PgColumn> columns) {
        return columns.stream().map(column -> SqlType.of(column.type())).toList();
    }

    /** The row of a catalog by its name, and the name of a row. Bytes are texts here, always of the same form. */
    @Override
    public Optional<Declared> cast(SqlType from, SqlType to) {
        boolean isNamed = to.is(Kind.OID) && !to.equals(SqlType.OID);
        if (isNamed && (from.isText() || from.is(Kind.UNKNOWN))) {
            return Optional.of(cast(to, from, name -> text().read(to.pg(), ((String) name).strip())));
        }
        if (to.pg() == PgType.BYTEA && from.pg() != PgType.BYTEA) {
            return Optional.of(cast(to, from, bytes -> text().write(to.pg(), text().read(to.pg(), (String) bytes))));
        }
        if (from.is(Kind.RECORD) && to.isText()) {
            return Optional.of(cast(to, from, row -> text().write(PgType.RECORD, ((List<?>) row).toArray())));
        }
        boolean hasName = from.is(Kind.OID) && !from.equals(SqlType.OID) && to.isText();
        return hasName ? Optional.of(cast(to, from, oid -> text().write(from.pg(), oid))) : Optional.empty();
    }

    private PgText text() {
        return new PgText(environment.zone(), environment.relations());
    }

    private static Declared cast(SqlType to, SqlType from, UnaryOperator<Object> value) {
        return new Declared(
                to.toString(),
                List.of(),
                List.of(from),
                1,
                false,
                to,
                false,
                true,
                arguments -> value.apply(arguments[0]));
    }
}
