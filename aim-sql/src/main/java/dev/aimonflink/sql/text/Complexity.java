package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * Bounds the size of a statement's tree. The depth bounds the parser's recursion. The height bounds that of whatever walks the tree: a
 * chain of operators is not deep, but each has the previous ones as its left operand.
 */
final class Complexity {
    private int depth;
    private int height;
    private int nodes;

    void enter(int position) {
        if (++depth > SqlLimits.MAX_DEPTH) {
            throw tooComplex(
                    position, "The text is nested more than " + SqlLimits.MAX_DEPTH + " levels deep. Make it flatter.");
        }
    }

    void leave() {
        depth--;
    }

    /** Begins a part with a height of its own; returns the height before it, for {@link #end}. */
    int begin() {
        int before = height;
        height = 0;
        return before;
    }

    /** Adds a node above those of the part. */
    void grow(int position) {
        if (++height > SqlLimits.MAX_HEIGHT) {
            throw tooComplex(
                    position,
                    "More than " + SqlLimits.MAX_HEIGHT
                            + " operators follow each other. Put parts of the row in parentheses, or use IN (...).");
        }
    }

    /** Ends a part; the highest one counts for its parent. */
    void end(int before) {
        height = Math.max(before, height);
    }

    boolean isNested() {
        return depth > 1;
    }

    /** Counts a node of the tree. */
    <T> T node(T node, int position) {
        if (++nodes > SqlLimits.MAX_NODES) {
            throw tooComplex(position, "The text has more than " + SqlLimits.MAX_NODES + " parts. Make it shorter.");
        }
        return node;
    }

    int nodes() {
        return nodes;
    }

    /** Forgets nodes that have a limit of their own. */
    void setNodes(int nodes) {
        this.nodes = nodes;
    }

    static SqlException tooComplex(int position, String message) {
        return new SqlException(SqlState.TOO_COMPLEX, position, message);
    }
}
