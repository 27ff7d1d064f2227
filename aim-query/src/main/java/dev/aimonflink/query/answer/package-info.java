/**
 * Statements of SQL as queries of the matrix: a {@linkplain dev.aimonflink.query.answer.SqlQuery scan}, a {@linkplain
 * dev.aimonflink.query.answer.SqlPointQuery look-up}, or several on one cut.
 */
package dev.aimonflink.query.answer;
