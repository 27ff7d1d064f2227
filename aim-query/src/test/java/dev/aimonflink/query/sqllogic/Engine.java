package dev.aimonflink.query.sqllogic;

/** Who answers: the row interpreter, or two partitions that scan a matrix. */
enum Engine implements LogicEngine.Factory {
    ROWS,
    PARTITIONS;

    @Override
    public LogicEngine over(LogicTables tables) {
        return switch (this) {
            case ROWS -> new RowsEngine(tables);
            case PARTITIONS -> new PartitionsEngine(tables);
        };
    }
}
