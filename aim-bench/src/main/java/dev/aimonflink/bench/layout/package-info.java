/**
 * One matrix in four ways of laying it out in memory: {@linkplain dev.aimonflink.bench.layout.Rows rows}, {@linkplain
 * dev.aimonflink.bench.layout.PaxBlocks blocks of columns}, {@linkplain dev.aimonflink.bench.layout.PureColumns columns},
 * and {@linkplain dev.aimonflink.bench.layout.RecordStore ours}. The first three are as fast as we could make them, and do less
 * than ours: no window turns, no late calls, and no updates during a scan. They hold all costs in 64 bits, our columns in 32,
 * so q1 compares their scans best.
 */
package dev.aimonflink.bench.layout;
