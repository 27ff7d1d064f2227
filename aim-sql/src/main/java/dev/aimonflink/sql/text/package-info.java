/** Turns a text into tokens, and tokens into a syntax tree whose nodes know their position in the text. */
package dev.aimonflink.sql.text;
