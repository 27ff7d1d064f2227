/**
 * The oracle: what the engine's answers are compared with, in tests, demo, chaos and benchmarks. {@link
 * dev.aimonflink.core.plain.PlainModel} keeps every call of the current windows and recomputes each answer from the calls
 * with maps and loops; {@link dev.aimonflink.core.plain.PlainQueries} does the same over rows that are summed up already. It
 * shares the data records with the engine and nothing else, so that a mistake would have to be made twice, in two ways.
 */
package dev.aimonflink.core.plain;
