/**
 * The frame of end-to-end experiments. An {@linkplain dev.aimonflink.bench.harness.Experiment experiment} is one class;
 * what it is to do comes as a {@linkplain dev.aimonflink.bench.harness.Plan plan}, and what it finds goes to its
 * {@linkplain dev.aimonflink.bench.harness.Bench bench}.
 */
package dev.aimonflink.bench.harness;
