/**
 * Texts as numbers: the {@linkplain dev.aimonflink.matrix.names.AttributeCodes values of attributes}, and the rows of the {@linkplain
 * dev.aimonflink.matrix.names.EntityTable tables} that they lead to.
 */
package dev.aimonflink.matrix.names;
