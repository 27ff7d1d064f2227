/** From messages to topics: results and dead letters. */
package dev.aimonflink.job.sink;
