package dev.aimonflink.query.sqllogic;

import java.util.Locale;

/** Who answers: the row interpreter, or two partitions that scan a matrix of aggregates, or one of attributes. */
public enum Engine implements LogicEngine.Factory {
    ROWS,
    PARTITIONS,
    ATTRIBUTES;

    /** By the name that our own files have for it: partitions answer alike, whatever they scan. */
    public LogicSystem system() {
        Engine named = this == ATTRIBUTES ? PARTITIONS : this;
        return new LogicSystem(named.name().toLowerCase(Locale.ROOT), this);
    }

    @Override
    public LogicEngine over(LogicTables tables) {
        return switch (this) {
            case ROWS -> new RowsEngine(tables);
            case PARTITIONS -> new PartitionsEngine(tables, PartitionsEngine.Setting.of(LineColumns.AGGREGATES));
            case ATTRIBUTES -> new PartitionsEngine(tables, PartitionsEngine.Setting.of(LineColumns.ATTRIBUTES));
        };
    }
}
