/**
 * The benchmarks of the engine, one class for each thing that is measured; their method names are chart labels. Each
 * checks what it computed and fails, instead of reporting a figure, where that is wrong.
 */
package dev.aimonflink.bench.jmh;
