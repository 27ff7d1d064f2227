package dev.aimonflink.query.ask.cut;

import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.bind.RowsByKey;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.InitialValues;
import dev.aimonflink.sql.type.SqlType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The values of the queries in a query's expressions, as a partial. The merger sends those of the matrix to partitions; the reader of
 * queries sends those of tables to everything that plans the text after it.
 */
public final class SentValues {
    /** The limit on all values: as for a text, because partitions plan the query with them. */
    public static final int MAX_BYTES = 64 * 1024;

    private static final Partial TOO_LONG = Partial.of(new NestedPartials().add(null));

    private SentValues() {}

    public static Partial of(InitialValues values) {
        Partial sent = Partial.of(values.values().stream()
                .map(value -> new NestedPartials().add(rows(value)))
                .toArray(States[]::new));
        return sent.toBytes().length <= MAX_BYTES ? sent : TOO_LONG;
    }

    /**
     * @param ofStatements for each statement; null if there are none or they are too long to send
     * @return null if there are none
     */
    public static byte[] toBytes(List<Partial> ofStatements) {
        if (ofStatements.stream().allMatch(Objects::isNull)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Partial each : ofStatements) {
            byte[] sent = each == null ? new byte[0] : each.toBytes();
            bytes.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(sent.length).array());
            bytes.writeBytes(sent);
        }
        return bytes.toByteArray();
    }

    /** The values of tables of each statement; null where they have yet to be computed. */
    public static List<Partial> ofStatements(byte[] bytesOrNull, int statements) {
        List<Partial> ofStatements = new ArrayList<>();
        ByteBuffer bytes = bytesOrNull == null ? null : ByteBuffer.wrap(bytesOrNull);
        for (int statement = 0; statement < statements; statement++) {
            byte[] sent = new byte[bytes == null ? 0 : bytes.getInt()];
            if (sent.length > 0) {
                bytes.get(sent);
            }
            ofStatements.add(sent.length == 0 ? null : read(sent));
        }
        return ofStatements;
    }

    private static Partial read(byte[] sent) {
        try {
            return Partial.read(sent);
        } catch (IOException damage) {
            throw QueryFailure.ofDefect(damage);
        }
    }

    static boolean areTooLong(Partial sent) {
        return sent.states(0, NestedPartials.class).partial(0) == null;
    }

    private static Partial rows(Object value) {
        int width = value instanceof RowsByKey table ? table.keys() + 1 : 1;
        Keys rows = Keys.inUsualOrder(width);
        if (value instanceof RowsByKey table) {
            table.rows().forEach(rows::add);
        } else if (value instanceof ConstantSet set) {
            set.values().forEach(rows::add);
            if (set.hasNull()) {
                rows.add((Object) null);
            }
        } else {
            rows.add(value);
        }
        return Partial.ofGroups(GroupLimit.orFail(GroupLimit.MAX_GROUPS), rows, List.of());
    }

    /** The query with the values in place; unchanged if they were too long to send. */
    public static PlannedQuery in(PlannedQuery query, Partial sent) {
        if (areTooLong(sent)) {
            return query;
        }
        PlannedQuery known = Expressions.changed(query, bound -> {
            if (bound instanceof Bound.Initial initial) {
                Object value = values(sent, initial.index()).get(0);
                return new Bound.Constant(value, initial.type(), initial.position());
            } else if (bound instanceof Bound.InInitial in) {
                SqlType type = in.operand().type();
                List<Bound> constants = new ArrayList<>();
                values(sent, in.index())
                        .forEach(value -> constants.add(new Bound.Constant(value, type, in.position())));
                return constants.isEmpty()
                        ? new Bound.Constant(false, SqlType.BOOLEAN, in.position())
                        : new Bound.In(in.operand(), constants, in.position());
            } else if (bound instanceof Bound.InitialByKey of) {
                boolean haveSets = query.initials().get(of.index()).kind() == PlannedQuery.Initial.Kind.SET_BY_KEY;
                List<Object[]> rows = rows(sent, of.index(), of.operands().size());
                return new Bound.LookUp(
                        new RowsByKey(of.operands().size() - 1, haveSets, rows),
                        of.operands(),
                        of.type(),
                        of.position());
            } else {
                return bound;
            }
        });
        return new PlannedQuery(known.plan(), List.of());
    }

    private static List<Object> values(Partial sent, int index) {
        List<Object> values = new ArrayList<>();
        rows(sent, index, 1).forEach(row -> values.add(row[0]));
        return values;
    }

    private static List<Object[]> rows(Partial sent, int index, int columns) {
        Partial partial = sent.states(index, NestedPartials.class).partial(0);
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < partial.rows(); row++) {
            Object[] values = new Object[columns];
            for (int column = 0; column < columns; column++) {
                values[column] = partial.keys().value(row, column);
            }
            rows.add(values);
        }
        return rows;
    }
}
