/**
 * The {@linkplain dev.aimonflink.query.compute.scan.ScanWay ways} to compute a fragment of the rows of a partition: a hand-written loop, vectors,
 * filtered rows, or row by row.
 */
package dev.aimonflink.query.compute.scan;
