/**
 * The data of benchmarks: a {@linkplain dev.aimonflink.bench.world.Population population} that can be generated again at
 * any time, a {@linkplain dev.aimonflink.bench.world.Matrix matrix} filled with it, and the answers
 * that the plain queries give over the same subscribers.
 */
package dev.aimonflink.bench.world;
