/**
 * Statements of SQL as queries of the matrix: a {@linkplain dev.aimonflink.core.answer.SqlQuery scan}, a {@linkplain
 * dev.aimonflink.core.answer.SqlPointQuery look-up}, or several on one cut.
 */
package dev.aimonflink.core.answer;
