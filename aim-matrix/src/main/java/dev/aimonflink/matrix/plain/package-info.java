/**
 * The oracle, with whose answers tests, demo, chaos and benchmarks compare those of the engine. {@link
 * dev.aimonflink.matrix.plain.PlainMatrix} keeps every event of any model and recomputes each column with maps and loops. The oracle
 * shares only the data records with the engine, so the same mistake would have to be made twice.
 */
package dev.aimonflink.matrix.plain;
