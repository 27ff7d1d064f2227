package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.Environment;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A function that a statement can call.
 *
 * @param required how many arguments have to be given
 * @param isVariadic whether the last argument can be given several times, or not at all
 * @param result of one row, if it returns several
 * @param fields of the rows of a function that returns records; empty for others
 * @param isStrict whether it is null where an argument is
 */
public record Function(
        String name,
        List<ArgumentType> arguments,
        int required,
        boolean isVariadic,
        ArgumentType result,
        boolean isSet,
        List<Field> fields,
        boolean isStrict,
        Body body) {

    /** A field of a record. */
    record Field(String name, ArgumentType type) {}

    /** What a function computes. One that returns rows computes a list of them. */
    @FunctionalInterface
    public interface Body {
        Object call(Environment environment, Object[] arguments);
    }

    /**
     * The function for arguments of some types.
     *
     * @param arguments what they are converted to
     * @param fields of the record; empty for other types
     */
    public record Match(Function function, int cost, List<PgType> arguments, PgType result, List<PgColumn> fields) {}

    /** Empty if it does not take such arguments. */
    public Optional<Match> match(List<PgType> given) {
        if (given.size() < required || (given.size() > arguments.size() && !isVariadic)) {
            return Optional.empty();
        }
        int cost = 0;
        PgType element = PgType.UNKNOWN;
        for (int i = 0; i < given.size(); i++) {
            int more = argument(i).cost(given.get(i));
            if (more == ArgumentType.NO_MATCH) {
                return Optional.empty();
            }
            cost += more;
            element = element == PgType.UNKNOWN ? elementBy(argument(i), given.get(i)) : element;
        }
        PgType found = element == PgType.UNKNOWN ? PgType.TEXT : element;
        List<PgType> converted = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            converted.add(argument(i).of(given.get(i), found));
        }
        List<PgColumn> columns = fields.stream()
                .map(field -> new PgColumn(field.name(), field.type().of(PgType.UNKNOWN, found)))
                .toList();
        return Optional.of(new Match(this, cost, converted, result.of(PgType.UNKNOWN, found), columns));
    }

    private ArgumentType argument(int index) {
        return arguments.get(Math.min(index, arguments.size() - 1));
    }

    private static PgType elementBy(ArgumentType argument, PgType given) {
        return switch (argument.kind()) {
            case ELEMENT -> given;
            case ARRAY -> given.isArray() ? given.element() : PgType.UNKNOWN;
            default -> PgType.UNKNOWN;
        };
    }

    /**
     * A function by its signature, like {@code left(text, int4) text}. A question mark is behind an argument that can be left out, dots
     * behind one that can be given several times; {@code setof} stands before what one row of several is, and the fields of a record
     * stand behind it.
     */
    static Function of(String signature, boolean isStrict, Body body) {
        int open = signature.indexOf('(');
        int close = signature.indexOf(')');
        List<ArgumentType> arguments = new ArrayList<>();
        int required = 0;
        boolean isVariadic = false;
        for (String written : list(signature.substring(open + 1, close))) {
            isVariadic = written.endsWith("...");
            boolean isOptional = written.endsWith("?");
            arguments.add(ArgumentType.of(written.replaceAll("[.?]+$", "")));
            required += isOptional || isVariadic ? 0 : 1;
        }
        String result = signature.substring(close + 1).strip();
        boolean isSet = result.startsWith("setof ");
        String row = isSet ? result.substring("setof ".length()) : result;
        List<Field> fields = new ArrayList<>();
        if (row.startsWith("record(")) {
            for (String field : list(row.substring("record(".length(), row.length() - 1))) {
                int space = field.indexOf(' ');
                fields.add(new Field(field.substring(0, space), ArgumentType.of(field.substring(space + 1))));
            }
            row = "record";
        }
        return new Function(
                signature.substring(0, open),
                List.copyOf(arguments),
                required,
                isVariadic,
                ArgumentType.of(row),
                isSet,
                List.copyOf(fields),
                isStrict,
                body);
    }

    private static List<String> list(String written) {
        return written.isBlank()
                ? List.of()
                : Arrays.stream(written.split(",")).map(String::strip).toList();
    }
}
