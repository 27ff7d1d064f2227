package dev.aimonflink.sql.text;

import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rows of a partition that a window function takes, seen from one of them.
 *
 * @param isRows whether an edge is so many rows away, instead of at the rows equal in the order
 * @param <T> of expressions, as written or bound
 */
public record WindowFrame<T>(boolean isRows, Edge<T> from, Edge<T> to) {
    /** Where an edge is, in the possible order. */
    public enum Place {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING;

        public String words() {
            return name().replace('_', ' ');
        }
    }

    /** @param rows null where the place says all */
    public record Edge<T>(Place place, T rows) {
        private <R> Edge<R> with(Function<T, R> change) {
            return new Edge<>(place, rows == null ? null : change.apply(rows));
        }
    }

    public <R> WindowFrame<R> with(Function<T, R> change) {
        return new WindowFrame<>(isRows, from.with(change), to.with(change));
    }

    /** How many rows, where edges say so. */
    public Stream<T> rows() {
        return Stream.of(from, to).map(Edge::rows).filter(rows -> rows != null);
    }

    public String text(Function<T, String> shown) {
        return (isRows ? "ROWS BETWEEN " : "RANGE BETWEEN ") + text(from, shown) + " AND " + text(to, shown);
    }

    private String text(Edge<T> edge, Function<T, String> shown) {
        return (edge.rows() == null ? "" : shown.apply(edge.rows()) + " ")
                + edge.place().words();
    }
}
