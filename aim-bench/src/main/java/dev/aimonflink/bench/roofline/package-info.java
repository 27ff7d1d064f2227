/**
 * The roofline of a scan: the time to add up the same bytes that the query reads, from the same arrays.
 */
package dev.aimonflink.bench.roofline;
