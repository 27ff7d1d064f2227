/** The same matrix in other layouts, for the same calls and queries: rows, columns, and blocks of columns. */
package dev.aimonflink.bench.layouts;
