/**
 * The report of every experiment of {@code aim bench}: {@linkplain dev.aimonflink.bench.experiment.Figure figures} with their spread,
 * {@linkplain dev.aimonflink.bench.experiment.Demand demands} on them, and how many answers were verified.
 */
package dev.aimonflink.bench.experiment;
