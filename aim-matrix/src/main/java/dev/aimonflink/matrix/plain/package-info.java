/**
 * The oracle, whose answers tests, demo, chaos and benchmarks compare with the engine's. {@link dev.aimonflink.matrix.plain.PlainMatrix}
 * keeps every event of any model and recomputes each column with maps and loops. It shares only the data records with the engine, so the
 * same mistake would have to be made twice.
 */
package dev.aimonflink.matrix.plain;
