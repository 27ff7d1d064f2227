package dev.aimonflink.query.sqllogic;

import java.util.Locale;

/** Who answers: the row interpreter, or two partitions that scan a matrix. */
public enum Engine implements LogicEngine.Factory {
    ROWS,
    PARTITIONS;

    /** By the name that our own files have for it. */
    public LogicSystem system() {
        return new LogicSystem(name().toLowerCase(Locale.ROOT), this);
    }

    @Override
    public LogicEngine over(LogicTables tables) {
        return switch (this) {
            case ROWS -> new RowsEngine(tables);
            case PARTITIONS -> new PartitionsEngine(tables);
        };
    }
}
