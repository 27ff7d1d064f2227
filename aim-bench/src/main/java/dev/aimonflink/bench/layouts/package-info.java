/** The same matrix in other layouts than ours, for the same calls and the same queries: rows, columns, and blocks of columns. */
package dev.aimonflink.bench.layouts;
