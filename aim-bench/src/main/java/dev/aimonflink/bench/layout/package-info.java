/**
 * One matrix in four ways of laying it out in memory: {@linkplain dev.aimonflink.bench.layout.Rows rows}, {@linkplain
 * dev.aimonflink.bench.layout.PaxBlocks blocks of columns}, {@linkplain dev.aimonflink.bench.layout.PureColumns columns},
 * and {@linkplain dev.aimonflink.bench.layout.RowsAndColumns ours}. The first three are as fast as they could be made, and
 * are spared what ours does besides: they know no turns, no late calls, and no updates during a scan. They hold all costs
 * in 64 bits, where our columns make do with 32, so q1 compares their scans best.
 */
package dev.aimonflink.bench.layout;
