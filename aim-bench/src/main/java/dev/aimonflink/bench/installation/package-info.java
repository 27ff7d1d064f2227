/**
 * The systems under end-to-end test: a {@linkplain dev.aimonflink.bench.installation.Deployment deployment}, the job's own calls, those
 * through Kafka, and the {@linkplain dev.aimonflink.bench.installation.Truth truth} by a plain count of the same calls.
 */
package dev.aimonflink.bench.installation;
