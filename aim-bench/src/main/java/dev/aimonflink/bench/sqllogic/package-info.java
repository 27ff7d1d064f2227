/**
 * Asks the queries of sqllogictest, whose answers other database systems have given, and compares ours: those of the row interpreter,
 * and those of partitions that scan a matrix.
 */
package dev.aimonflink.bench.sqllogic;
