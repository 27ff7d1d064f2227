/**
 * What benchmarks measure on: a {@linkplain dev.aimonflink.bench.world.Population population} that can be told again at
 * any time, a {@linkplain dev.aimonflink.bench.world.Matrix matrix} filled with it, and the answers {@linkplain
 * dev.aimonflink.bench.world.Recomputation recomputed} the plain way.
 */
package dev.aimonflink.bench.world;
