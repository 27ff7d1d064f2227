package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Declared;
import dev.aimonflink.sql.bind.Dialect;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.TypeName;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What a connection adds to the language: types and functions of the catalogs, functions of the connection, and the job's queries as
 * functions.
 *
 * @param given the client's types of its parameters; the text determines missing ones
 * @param asked receives the names of types that the job lacks
 */
public record RelationDialect(
        ConnectionContext environment, List<PgType> given, boolean areParametersTyped, Set<String> asked)
        implements Dialect {
    /** The names of types without values in the gateway. */
    private static final Set<String> OTHER_NAMES = Set.of("xid", "jsonb", "aclitem", "pg_node_tree");

    /** @param given the client's types of its parameters; the text determines missing ones */
    public RelationDialect(ConnectionContext environment, List<PgType> given, boolean areParametersTyped) {
        this(environment, given, areParametersTyped, new HashSet<>());
    }

    @Override
    public boolean hasRows() {
        return true;
    }

    @Override
    public boolean hasZone() {
        return true;
    }

    @Override
    public SqlType parameter(int number) {
        return number <= given.size() ? SqlType.of(given.get(number - 1)) : SqlType.UNKNOWN;
    }

    @Override
    public Optional<SqlType> type(TypeName written) {
        Optional<SqlType> type = NamedTypes.find(written.name())
                .filter(found -> isOfCatalogs(found)
                        || OTHER_NAMES.contains(written.name())
                        || written.name().indexOf('.') >= 0
                        || (isOfTime(found) && !written.modifiers().isEmpty()))
                .map(found -> NamedTypes.limited(found, written));
        type.filter(found -> found.pg() != PgType.VARCHAR).ifPresent(found -> asked.add(found.toString()));
        return type;
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
                true,
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

    /** The row of a catalog by its name, and the reverse. Bytes are texts here, always in the same form. */
    @Override
    public Optional<Declared> cast(SqlType from, SqlType to) {
        SqlType own = inside(from);
        SqlType wanted = inside(to);
        boolean isOfText = own.isText() || own.is(Kind.UNKNOWN);
        boolean isOfBytes = wanted.pg() == PgType.BYTEA && own.pg() != PgType.BYTEA;
        if (isOfBytes && !isOfText) {
            throw new SqlException(
                    SqlState.CANNOT_COERCE,
                    SqlException.NOWHERE,
                    "cannot cast type " + from + " to bytea. Cast it to text first.");
        } else if (isOfBytes || (isNamed(wanted) && isOfText)) {
            return Optional.of(cast(to, from, written -> each(written, to, text -> read(wanted.pg(), (String) text))));
        } else if (from.is(Kind.RECORD) && to.isText()) {
            WireValues values = new WireValues(text());
            return Optional.of(cast(to, from, row -> text().write(PgType.RECORD, values.of(row, from))));
        }
        return isNamed(own) && to.isText()
                ? Optional.of(cast(to, from, oid -> text().write(from.pg(), oid)))
                : Optional.empty();
    }

    /** The type of an array's values, or the type itself. */
    private static SqlType inside(SqlType type) {
        return type.is(Kind.ARRAY) ? type.element() : type;
    }

    private static boolean isNamed(SqlType type) {
        return type.is(Kind.OID) && !type.equals(SqlType.OID);
    }

    /** What is read of a text, or of each in an array of them. */
    private Object each(Object written, SqlType to, UnaryOperator<Object> one) {
        if (!to.is(Kind.ARRAY)) {
            return one.apply(written);
        }
        List<Object> all = new ArrayList<>();
        for (Object each :
                written instanceof String text ? (List<?>) text().read(PgType.TEXT_ARRAY, text) : (List<?>) written) {
            all.add(each == null ? null : one.apply(each));
        }
        return all;
    }

    private Object read(PgType type, String written) {
        Object value = text().read(type, type == PgType.BYTEA ? written : written.strip());
        return type == PgType.BYTEA ? text().write(type, value) : value;
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
                false,
                arguments -> value.apply(arguments[0]));
    }
}
