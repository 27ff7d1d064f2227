/**
 * The oracle of calls. {@link dev.aimonflink.core.calls.plain.PlainModel} keeps every call of the current windows and recomputes each
 * answer from the calls with maps and loops. {@link dev.aimonflink.core.calls.plain.PlainQueries} does the same over rows that are
 * summed up already. Only the data records are those of the engine, so the same mistake would have to be made twice.
 */
package dev.aimonflink.core.calls.plain;
