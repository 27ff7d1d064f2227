/** Turns a text into tokens, and tokens into a syntax tree whose nodes know where in the text they begin. */
package dev.aimonflink.sql.text;
