/**
 * Statements and expressions of SQL in PostgreSQL's dialect. {@code text} turns a text into a syntax tree, {@code bind} gives each
 * node of an expression a type and each name a place in the row, {@code plan} turns a query into a plan, {@code canonical} gives
 * queries that ask the same one plan, and {@code rows} evaluates expressions and runs plans row by row. Knows neither the matrix nor
 * Flink nor Kafka.
 */
package dev.aimonflink.sql;
