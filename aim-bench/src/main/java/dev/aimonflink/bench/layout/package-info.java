/**
 * One matrix in four ways of laying it out in memory: {@linkplain dev.aimonflink.bench.layout.Rows rows}, {@linkplain
 * dev.aimonflink.bench.layout.PaxBlocks blocks of columns}, {@linkplain dev.aimonflink.bench.layout.PureColumns columns},
 * and {@linkplain dev.aimonflink.bench.layout.RowsAndColumns ours}. The first three are as fast as they could be made, and
 * are spared what ours has to do besides: they know no turns, no late calls and no second pass, and ask nobody.
 */
package dev.aimonflink.bench.layout;
