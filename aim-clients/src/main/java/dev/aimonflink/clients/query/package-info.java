/**
 * Queries as the benchmark asks them: {@linkplain dev.aimonflink.clients.query.CallGenerator parameters} drawn from the papers' ranges, and
 * {@linkplain dev.aimonflink.clients.query.QueryLoad many} at a time with their latencies.
 */
package dev.aimonflink.clients.query;
