/** The roofline of a scan: the time to sum the same bytes that the query reads, from the same arrays. */
package dev.aimonflink.bench.roofline;
