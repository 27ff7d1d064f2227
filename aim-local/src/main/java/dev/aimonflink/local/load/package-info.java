/**
 * What is done to a running installation and asked of it, by the demo and by benchmarks: {@linkplain
 * dev.aimonflink.local.load.Freshness markers} that measure how old answers are, and answers {@linkplain
 * dev.aimonflink.local.load.AnswerComparison compared} with a recomputation.
 */
package dev.aimonflink.local.load;
