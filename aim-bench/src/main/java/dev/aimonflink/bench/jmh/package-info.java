/**
 * The JMH benchmarks of the engine, one class per subject; method names are chart labels. Each checks its results and fails, instead of
 * reporting a figure, if they are wrong.
 */
package dev.aimonflink.bench.jmh;
