package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.bind.WindowFunction;
import dev.aimonflink.sql.text.WindowFrame;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * One value of each row, computed from its partition; for most functions, from the rows up to the last one equal in the order.
 *
 * @param function null for an aggregate
 * @param aggregate null for a function
 * @param frame which of these rows it takes; null for those up to the last one equal in the order
 */
public record WindowCall(
        WindowFunction function,
        List<Bound> arguments,
        AggregateCall aggregate,
        List<Bound> partition,
        List<SortTerm> order,
        WindowFrame<Bound> frame,
        int position) {
    public SqlType type() {
        return aggregate != null
                ? aggregate.type()
                : function.type(arguments.isEmpty() ? null : arguments.get(0).type());
    }

    public Stream<Bound> expressions() {
        Stream<Bound> ofAggregate = aggregate == null ? Stream.of() : aggregate.expressions();
        return Stream.of(
                        arguments.stream(),
                        ofAggregate,
                        partition.stream(),
                        order.stream().map(SortTerm::value))
                .flatMap(each -> each);
    }

    /** The same over other expressions. */
    public WindowCall with(UnaryOperator<Bound> change) {
        return new WindowCall(
                function,
                Operands.inList(arguments, change),
                aggregate == null ? null : Expressions.inCall(aggregate, change),
                Operands.inList(partition, change),
                Expressions.inTerms(order, change),
                frame == null ? null : frame.with(change),
                position);
    }
}
