package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All functions, by their names. */
public final class FunctionTable {
    private static final FunctionTable BUILT_IN = new FunctionTable();

    static {
        TextFunctions.addTo(BUILT_IN);
        ArrayFunctions.addTo(BUILT_IN);
        NumberFunctions.addTo(BUILT_IN);
        TimeFunctions.addTo(BUILT_IN);
        SessionFunctions.addTo(BUILT_IN);
        CatalogFunctions.addTo(BUILT_IN);
        RowFunctions.addTo(BUILT_IN);
    }

    private final Map<String, List<Function>> functions = new TreeMap<>();

    private FunctionTable() {}

    /** A function that is null where an argument is. */
    void strict(String signature, Function.Body body) {
        add(Function.of(signature, true, body));
    }

    /** A function that looks at nulls, too. */
    void lenient(String signature, Function.Body body) {
        add(Function.of(signature, false, body));
    }

    private void add(Function function) {
        functions.computeIfAbsent(function.name(), name -> new ArrayList<>()).add(function);
    }

    public static boolean has(String name) {
        return BUILT_IN.functions.containsKey(name);
    }

    /** Whether a function of the name returns rows. */
    public static boolean hasRows(String name) {
        return BUILT_IN.functions.getOrDefault(name, List.of()).stream().anyMatch(Function::isSet);
    }

    /** The function of that name that fits best; the first of several that do. */
    public static Function.Match find(String name, List<PgType> given, int position) {
        return BUILT_IN.functions.getOrDefault(name, List.of()).stream()
                .map(function -> function.match(given))
                .flatMap(Optional::stream)
                .min(Comparator.comparingInt(Function.Match::cost))
                .orElseThrow(() -> undefined(name, given, position));
    }

    public static SqlException undefined(String name, List<PgType> given, int position) {
        return undefined(name, given, position, List.of());
    }

    /** @param others the names of functions of FROM that are none of the built-in ones */
    public static SqlException undefined(String name, List<PgType> given, int position, List<String> others) {
        String types = given.stream().map(SqlNames::of).collect(Collectors.joining(", "));
        String advice = has(name)
                ? "No function matches the given name and argument types. Add explicit type casts."
                : Spelling.closest(name, BUILT_IN.functions.keySet())
                        .map(close -> "Did you mean \"" + close + "\"?")
                        .orElse("It is none of the functions that the gateway has."
                                + (others.isEmpty() ? "" : " FROM can also have " + String.join(", ", others) + "."));
        return new SqlException(
                SqlState.UNDEFINED_FUNCTION,
                position,
                "function " + name + "(" + types + ") does not exist. " + advice);
    }
}
