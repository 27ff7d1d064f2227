/** Questions over columns that are not kept: what the first costs, and the next ones. */
package dev.aimonflink.bench.columns;
