/** Where passes run: a mode for each, chosen by what waits, what is asked and what arrives meanwhile. */
package dev.aimonflink.query.serve.mode;
