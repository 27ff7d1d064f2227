/**
 * The messages between operators, each immutable with its own {@linkplain dev.aimonflink.job.message.MessageFormat binary form}, never by
 * reflection.
 */
package dev.aimonflink.job.message;
