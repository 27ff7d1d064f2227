package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The parameters of an asked query, checked against its declared ones, with defaults filled in. */
public final class GivenParameters {
    private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,3}");

    private final String query;
    private final Map<String, Object> values = new HashMap<>();
    private final List<Object> numbered = new ArrayList<>();

    GivenParameters(AskedQuery asked, List<Parameter> parameters) {
        query = asked.query();
        for (String given : asked.params().keySet()) {
            if (!isName(given, parameters) && !isValue(given, parameters)) {
                String shown = given.length() <= Limits.MAX_NAME_LENGTH ? "'" + given + "'" : "of that name";
                throw invalid("has no parameter " + shown + ". " + choices(parameters));
            }
        }
        for (Parameter parameter : parameters) {
            if (parameter.kind() == Parameter.Kind.VALUES) {
                addNumbered(asked);
                continue;
            }
            Object given = asked.params().get(parameter.name());
            values.put(parameter.name(), given == null ? defaultOf(parameter) : checked(parameter, given));
        }
    }

    /** There are few, and look-ups come by the thousand. */
    private static boolean isName(String name, List<Parameter> parameters) {
        for (Parameter parameter : parameters) {
            if (parameter.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isValue(String name, List<Parameter> parameters) {
        return NUMBER.matcher(name).matches()
                && parameters.stream().anyMatch(each -> each.kind() == Parameter.Kind.VALUES);
    }

    private void addNumbered(AskedQuery asked) {
        long count = asked.params().keySet().stream()
                .filter(each -> NUMBER.matcher(each).matches())
                .count();
        for (int number = 1; number <= count; number++) {
            String name = Integer.toString(number);
            if (!asked.params().containsKey(name)) {
                throw invalid("needs the parameter '" + name + "', because a later one is given.");
            }
            numbered.add(asked.params().get(name));
        }
    }

    public List<Object> numbered() {
        return numbered;
    }

    private static String choices(List<Parameter> parameters) {
        return parameters.isEmpty()
                ? "It takes none."
                : "It takes " + parameters.stream().map(Parameter::name).collect(Collectors.joining(", ")) + ".";
    }

    private Object defaultOf(Parameter parameter) {
        if (parameter.defaultValue() == null) {
            throw invalid("needs the parameter '" + parameter.name() + "'.");
        }
        return parameter.defaultValue();
    }

    private Object checked(Parameter parameter, Object given) {
        boolean fits =
                switch (parameter.kind()) {
                    case NUMBER -> given instanceof Long;
                    case KEY, NAMES, TEXT -> given instanceof String;
                    case VALUES -> true;
                    case NAME -> given instanceof String name && name.length() <= Limits.MAX_NAME_LENGTH;
                };
        if (!fits) {
            throw invalid("needs " + wanted(parameter) + " for " + parameter.name() + ", not " + quoted(given) + ".");
        }
        return given;
    }

    private static String wanted(Parameter parameter) {
        return switch (parameter.kind()) {
            case NUMBER -> "a whole number";
            case KEY, TEXT -> "a text";
            case NAME -> "a name of at most " + Limits.MAX_NAME_LENGTH + " characters";
            case NAMES -> "names with commas between them";
            case VALUES -> "a value";
        };
    }

    static String quoted(Object given) {
        if (given instanceof String text) {
            return text.length() <= Limits.MAX_NAME_LENGTH
                    ? "'" + text + "'"
                    : "a text of " + text.length() + " characters";
        }
        return String.valueOf(given);
    }

    QueryFailure invalid(String what) {
        return new QueryFailure(new QueryError(QueryError.Code.INVALID_PARAMETER, "Query '" + query + "' " + what));
    }

    EntityId key(EntityKey key) {
        if (!key.isText()) {
            return EntityId.of(number(key.name()));
        }
        String text = name(key.name());
        String fault = key.faultOf(text);
        if (fault != null) {
            throw invalid("finds no " + key.name() + " like this: " + fault + ".");
        }
        return EntityId.of(text);
    }

    public long number(String name) {
        return (Long) values.get(name);
    }

    public Object value(String name) {
        return values.get(name);
    }

    public String name(String name) {
        return (String) values.get(name);
    }

    /** The given names; empty where all are wanted. */
    List<String> names(String name) {
        String given = name(name);
        return given.equals(Parameter.ALL)
                ? List.of()
                : Stream.of(given.split(",", -1)).map(String::strip).toList();
    }
}
