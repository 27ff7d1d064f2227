/**
 * Checks that all ways to run an SQL query give the same answer: random queries over a random model and random rows, by rows and by
 * vectors with both kinds of kernels, over some numbers of partitions.
 */
package dev.aimonflink.bench.sqlcheck;
