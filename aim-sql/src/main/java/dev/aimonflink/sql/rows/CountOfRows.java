package dev.aimonflink.sql.rows;

/** How many inputs there are. */
final class CountOfRows implements Accumulator {
    private long count;

    @Override
    public void add(Object input) {
        count++;
    }

    @Override
    public Object value() {
        return count;
    }
}
