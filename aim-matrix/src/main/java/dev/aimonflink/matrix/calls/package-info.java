/**
 * The world of the benchmark: {@linkplain dev.aimonflink.matrix.calls.Event phone calls}, profiles of subscribers, {@linkplain
 * dev.aimonflink.matrix.calls.CallModel models} of calls, and the {@linkplain dev.aimonflink.matrix.calls.PresetModels files} of those and
 * of their tables. The packages below have its queries, formats and oracle.
 *
 * <p>Code for any model knows nothing of calls. {@link dev.aimonflink.query.setup} chooses between the two.
 */
package dev.aimonflink.matrix.calls;
