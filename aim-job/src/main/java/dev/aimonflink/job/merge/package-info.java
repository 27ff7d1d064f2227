/** From partials to answers: collects the parts of each request until all are there or its deadline passes. */
package dev.aimonflink.job.merge;
