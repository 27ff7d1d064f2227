/**
 * The oracle, with whose answers tests, demo, chaos and benchmarks compare those of the engine. {@link
 * dev.aimonflink.core.calls.plain.PlainModel} keeps every call of the current windows and recomputes each answer from the
 * calls with maps and loops. {@link dev.aimonflink.core.calls.plain.PlainQueries} does the same over rows that are summed up
 * already. {@link dev.aimonflink.core.plain.PlainMatrix} keeps every event of any model and recomputes each column. The
 * oracle shares only the data records with the engine, so the same mistake would have to be made twice.
 */
package dev.aimonflink.core.plain;
