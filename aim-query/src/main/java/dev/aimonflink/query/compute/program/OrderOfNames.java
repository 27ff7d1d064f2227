package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.evaluate.Order;
import java.util.List;

/** Whether the codes of a column are in the order of its names. */
public final class OrderOfNames extends NameLoop {
    private final VectorColumn column;
    private boolean isThatOfCodes = true;

    private OrderOfNames(VectorColumn column) {
        super(column.values().size());
        this.column = column;
    }

    public static boolean isThatOfCodes(int index, Program program) {
        VectorColumn column = program.columns().column(index);
        OrderOfNames order =
                program.nameLoops().ended(OrderOfNames.class, List.of(index), () -> new OrderOfNames(column));
        return order != null && order.isThatOfCodes;
    }

    @Override
    void compute(int index) {
        final List<Object> names = column.values();
        if (index > 0 && Order.compare(names.get(index - 1), names.get(index), column.type()) >= 0) {
            isThatOfCodes = false;
            end();
        }
    }
}
