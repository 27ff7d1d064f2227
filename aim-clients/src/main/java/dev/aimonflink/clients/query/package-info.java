/**
 * Queries as the benchmark asks them: {@linkplain dev.aimonflink.clients.query.CallGenerator parameters} drawn from the
 * papers' ranges, {@linkplain dev.aimonflink.clients.query.QueryLoad many} asked at a time with their latencies, and answers
 * {@linkplain dev.aimonflink.clients.query.AnswerComparison compared} with an oracle's.
 */
package dev.aimonflink.clients.query;
