/**
 * The plain model: what the engine's answers are compared with. It keeps every call of the current week and recomputes
 * each answer from the calls with maps and loops. It shares the data records with the engine and nothing else, so that a
 * mistake would have to be made twice, in two ways.
 */
package dev.aimonflink.core.plain;
