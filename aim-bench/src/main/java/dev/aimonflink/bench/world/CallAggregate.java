package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.ModelColumn;
import java.util.stream.Stream;

/** What the benchmark keeps of a filter's calls in a window, in the order of its models. */
public enum CallAggregate {
    COUNT(ModelColumn.NO_FIELD, EventFunction.COUNT),
    SUM_DURATION(CallModel.DURATION, EventFunction.SUM),
    MIN_DURATION(CallModel.DURATION, EventFunction.MIN),
    MAX_DURATION(CallModel.DURATION, EventFunction.MAX),
    SUM_COST(CallModel.COST, EventFunction.SUM),
    MIN_COST(CallModel.COST, EventFunction.MIN),
    MAX_COST(CallModel.COST, EventFunction.MAX);

    private final int field;
    private final EventFunction function;

    CallAggregate(int field, EventFunction function) {
        this.field = field;
        this.function = function;
    }

    /** Whether values are cents. */
    public boolean isCost() {
        return field == CallModel.COST;
    }

    /** Whether the value over no calls is none, instead of zero. */
    public boolean isExtreme() {
        return function == EventFunction.MIN || function == EventFunction.MAX;
    }

    public static CallAggregate of(StoredColumn column) {
        return Stream.of(values())
                .filter(each -> each.field == column.field() && each.function == column.function())
                .findFirst()
                .orElseThrow();
    }
}
