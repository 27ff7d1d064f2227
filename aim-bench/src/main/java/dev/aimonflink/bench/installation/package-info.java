/**
 * What end-to-end experiments measure: a {@linkplain dev.aimonflink.bench.installation.Deployment deployment} whose
 * matrix is filled by calls that the job makes itself, calls that come through Kafka, and the {@linkplain
 * dev.aimonflink.bench.installation.Truth truth} that the same calls give when they are told again and counted the plain
 * way.
 */
package dev.aimonflink.bench.installation;
