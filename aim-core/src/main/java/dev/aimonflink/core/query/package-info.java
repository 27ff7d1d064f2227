/**
 * The queries: a {@linkplain dev.aimonflink.core.query.Catalogue catalogue} of hand-written ones, one class each, with
 * its SQL in the Javadoc, its scan, its partial and its answer.
 */
package dev.aimonflink.core.query;
