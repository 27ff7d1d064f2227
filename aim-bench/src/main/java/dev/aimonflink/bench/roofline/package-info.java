/**
 * The fastest that memory could be read: what every scan is held against. The bytes are those that the query reads, where
 * the query reads them, and the loop does nothing but add them up.
 */
package dev.aimonflink.bench.roofline;
