package dev.aimonflink.bench.peers;

import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.Function;
import dev.aimonflink.core.schema.MatrixSchema;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;

/** Appends subscribers, each as a row of its id, its aggregates and its keys. */
final class DuckDbRows {
    /** For counts and totals, which always have a value; no cell is negative. */
    private static final long NEVER = -1;

    private final DuckDBAppender appender;
    private final Map<String, Integer> idOfZip;
    private final int[] slots;
    private final boolean[] isCost;

    /** By aggregate: the value that stands for none in a record. */
    private final long[] none;

    DuckDbRows(DuckDBAppender appender, MatrixSchema schema, List<Aggregate> aggregates, Map<String, Integer> idOfZip) {
        this.appender = appender;
        this.idOfZip = idOfZip;
        slots = aggregates.stream().mapToInt(schema.layout()::slot).toArray();
        isCost = new boolean[slots.length];
        none = new long[slots.length];
        for (int i = 0; i < slots.length; i++) {
            Function function = aggregates.get(i).function();
            isCost[i] = function.isCost();
            none[i] = noneOf(function);
        }
    }

    private static long noneOf(Function function) {
        if (!function.isExtreme()) {
            return NEVER;
        }
        return function.isCost() ? function.emptyLong() : function.emptyInt();
    }

    void append(SubscriberRecord subscriber) throws SQLException {
        appender.beginRow().append(subscriber.subscriberId());
        for (int i = 0; i < slots.length; i++) {
            if (isCost[i]) {
                appendCost(subscriber.longs()[slots[i]], none[i]);
            } else {
                appendInt(subscriber.ints()[slots[i]], none[i]);
            }
        }
        appendKeys(subscriber.profile());
        appender.endRow();
    }

    private void appendCost(long cents, long noCents) throws SQLException {
        if (cents == noCents) {
            appender.appendNull();
        } else {
            appender.append(cents);
        }
    }

    private void appendInt(int value, long noValue) throws SQLException {
        if (value == noValue) {
            appender.appendNull();
        } else {
            appender.append(value);
        }
    }

    private void appendKeys(Profile profile) throws SQLException {
        if (profile == null) {
            appender.appendNull().appendNull().appendNull().appendNull();
            return;
        }
        appender.append(idOfZip.get(profile.zip()))
                .append(profile.subscriptionType())
                .append(profile.category())
                .append(profile.cellValueType());
    }
}
