/** Where passes run, and who decides it: a state for each pass, chosen by what waits, what is asked and what comes meanwhile. */
package dev.aimonflink.query.serve.schedule;
