/** Where passes run: a state for each, chosen by what waits, what is asked and what arrives meanwhile. */
package dev.aimonflink.query.serve.schedule;
