/** From partial results to answers: a count window per request, with a deadline. */
package dev.aimonflink.job.merge;
