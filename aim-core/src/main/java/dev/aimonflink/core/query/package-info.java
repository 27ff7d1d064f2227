/**
 * The queries: a {@linkplain dev.aimonflink.core.query.Catalogue catalogue} of hand-written ones, one class each, with
 * its SQL in the Javadoc, its scan, and its answer from the merged {@linkplain dev.aimonflink.core.partial partial}.
 */
package dev.aimonflink.core.query;
