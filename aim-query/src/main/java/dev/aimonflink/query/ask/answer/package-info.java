/**
 * Statements of SQL as queries of the matrix: a {@linkplain dev.aimonflink.query.ask.answer.SqlQuery scan}, a {@linkplain
 * dev.aimonflink.query.ask.answer.SqlPointQuery look-up}, or several on one cut.
 */
package dev.aimonflink.query.ask.answer;
