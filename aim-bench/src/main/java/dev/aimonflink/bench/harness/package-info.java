/**
 * The frame of end-to-end experiments: an {@linkplain dev.aimonflink.bench.harness.Experiment experiment} gets its options as a {@linkplain
 * dev.aimonflink.bench.harness.BenchPlan plan}, and adds figures and checks to its {@linkplain dev.aimonflink.bench.harness.Bench bench}.
 */
package dev.aimonflink.bench.harness;
