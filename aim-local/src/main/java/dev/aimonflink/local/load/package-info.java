/**
 * What the demo and benchmarks do to a running installation and ask of it: {@linkplain dev.aimonflink.local.load.Freshness markers} that
 * measure how old answers are, and answers {@linkplain dev.aimonflink.local.load.AnswerComparison compared} with a recomputation.
 */
package dev.aimonflink.local.load;
