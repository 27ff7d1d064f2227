/**
 * Texts as numbers: the {@linkplain dev.aimonflink.core.names.AttributeCodes values of attributes}, and the rows of the {@linkplain
 * dev.aimonflink.core.names.EntityTable tables} that they lead to.
 */
package dev.aimonflink.core.names;
