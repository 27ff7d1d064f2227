/**
 * Statements and expressions of SQL in PostgreSQL's dialect. {@code text} makes a syntax tree, {@code bind} gives each node a type and each
 * name a place in the row, {@code plan} makes a plan of a query, {@code canonical} gives queries that ask the same one plan, and {@code
 * rows} evaluates expressions and runs plans row by row. Knows neither the matrix nor Flink nor Kafka.
 */
package dev.aimonflink.sql;
