/**
 * The data of benchmarks: a {@linkplain dev.aimonflink.bench.world.Population population} that can be regenerated, a {@linkplain
 * dev.aimonflink.bench.world.Matrix matrix} filled with it, and the plain queries' answers over the same subscribers.
 */
package dev.aimonflink.bench.world;
