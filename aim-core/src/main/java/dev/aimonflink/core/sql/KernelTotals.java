package dev.aimonflink.core.sql;

import dev.aimonflink.core.vector.BlockColumns;
import java.math.BigInteger;

/** What a kernel adds up. Which of it is known depends on the kernel. Without groups, all rows are group 0. */
interface KernelTotals {
    /** Adds the rows of the block that is shown. */
    void add(BlockColumns columns, int rows);

    /** How many rows a group has. */
    default long count(int group) {
        throw new IllegalStateException("The kernel counts no rows.");
    }

    /** The sum of an argument over a group, without the point. */
    default BigInteger sum(int argument, int group) {
        throw new IllegalStateException("The kernel adds nothing up.");
    }

    /** The greatest value of the argument; null for none. */
    default Long highest() {
        throw new IllegalStateException("The kernel looks for no maximum.");
    }
}
