package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Lookup;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.RecordCodec;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.Derived;
import dev.aimonflink.core.schema.DerivedAggregate;
import dev.aimonflink.core.schema.Function;
import dev.aimonflink.core.schema.MatrixSchema;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The point query.
 *
 * <pre>
 * SELECT * FROM AnalyticsMatrix WHERE subscriber_id = :subscriberId
 * </pre>
 */
public record SubscriberQuery(MatrixSchema schema, long subscriberId) implements Query, Lookup {
    static final List<Parameter> PARAMETERS = List.of(Parameter.requiredNumber("subscriberId"));

    private static final List<String> ATTRIBUTES =
            List.of("subscriberId", "zip", "subscriptionType", "category", "cellValueType");

    SubscriberQuery(MatrixSchema schema, Arguments arguments) {
        this(schema, arguments.number("subscriberId"));
    }

    @Override
    public Partial partial(SubscriberRecord record) {
        return record == null ? Found.NONE : new Found(record.copy());
    }

    @Override
    public List<String> answerColumns() {
        List<String> names = new ArrayList<>(ATTRIBUTES);
        schema.aggregates().forEach(aggregate -> names.add(aggregate.name()));
        schema.derived().forEach(derived -> names.add(derived.name()));
        return names;
    }

    /** One row, or none where there is no such subscriber. */
    @Override
    public List<List<Object>> answer(Partial merged) {
        SubscriberRecord record = ((Found) merged).record;
        if (record == null) {
            return List.of();
        }
        List<Object> row = new ArrayList<>();
        row.add(record.subscriberId());
        Profile profile = record.profile();
        row.addAll(
                profile == null
                        ? Arrays.asList(null, null, null, null)
                        : List.of(profile.zip(), (long) profile.subscriptionType(), (long) profile.category(), (long)
                                profile.cellValueType()));
        schema.aggregates().forEach(aggregate -> row.add(value(record, aggregate)));
        schema.derived().forEach(derived -> row.add(value(record, derived)));
        return List.of(row);
    }

    private Object value(SubscriberRecord record, Aggregate aggregate) {
        Function function = aggregate.function();
        int slot = schema.layout().slot(aggregate);
        if (function.isSquares()) {
            long squares = record.longs()[slot];
            return function.isCost() ? Amounts.squaredCurrency(squares) : (Long) squares;
        }
        if (function.isCost()) {
            long cents = record.longs()[slot];
            return function.isExtreme() && cents == function.emptyLong() ? null : Amounts.currency(cents);
        }
        int value = record.ints()[slot];
        return function.isExtreme() && value == function.emptyInt() ? null : (Long) (long) value;
    }

    private Double value(SubscriberRecord record, DerivedAggregate aggregate) {
        Derived derived = aggregate.derived();
        return derived.of(
                operand(record, Function.COUNT, aggregate),
                operand(record, derived.sum(), aggregate),
                operand(record, derived.squares(), aggregate));
    }

    /** An operand of a derived aggregate, or 0 if the schema does not store it because nothing needs it. */
    private long operand(SubscriberRecord record, Function function, DerivedAggregate of) {
        if (!schema.layout().has(function)) {
            return 0;
        }
        int slot = schema.layout().slot(function, of.filter(), of.window(), of.copy());
        return function.isLong() ? record.longs()[slot] : record.ints()[slot];
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        if (!in.readBoolean()) {
            return Found.NONE;
        }
        return new Found(RecordCodec.read(in));
    }

    /** @param record null if there is no such subscriber */
    private record Found(SubscriberRecord record) implements Partial {
        static final Found NONE = new Found(null);

        /** At most one side has a record, because one partition owns the subscriber. */
        @Override
        public Partial merge(Partial other) {
            return record == null ? other : this;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeBoolean(record != null);
            if (record != null) {
                RecordCodec.write(record, out);
            }
        }
    }
}
