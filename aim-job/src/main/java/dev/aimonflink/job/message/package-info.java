/**
 * The messages that flow between the operators. Each is immutable and brings its own {@linkplain
 * dev.aimonflink.job.message.MessageFormat binary form}; none falls back to reflection.
 */
package dev.aimonflink.job.message;
