/**
 * What is made of the results of experiments: {@code aim bench report} shows them as one page beside the numbers of the
 * papers, {@code aim bench compare} sets two directories of them against each other.
 */
package dev.aimonflink.bench.report;
