/** Gives equivalent queries one form, however they are written. */
package dev.aimonflink.sql.canonical;
