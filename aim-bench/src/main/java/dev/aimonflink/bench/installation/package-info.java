/**
 * The systems that end-to-end experiments measure: a {@linkplain dev.aimonflink.bench.installation.Deployment deployment},
 * the calls that the job makes itself, the calls that come through Kafka, and the {@linkplain
 * dev.aimonflink.bench.installation.Truth truth} that a plain count of the same calls gives.
 */
package dev.aimonflink.bench.installation;
