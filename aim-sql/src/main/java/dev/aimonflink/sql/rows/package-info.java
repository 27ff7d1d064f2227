/**
 * Runs plans row by row: a {@link dev.aimonflink.sql.rows.RowEngine} answers a planned query over any
 * {@link dev.aimonflink.sql.rows.TableRows}.
 */
package dev.aimonflink.sql.rows;
