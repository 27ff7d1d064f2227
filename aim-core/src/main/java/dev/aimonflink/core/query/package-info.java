/**
 * The queries: a {@linkplain dev.aimonflink.core.query.Catalogue catalogue} of those that a model has, the {@linkplain
 * dev.aimonflink.core.query.EntityQuery one} that every model has, and the {@linkplain dev.aimonflink.core.query.Answer answer} from
 * the parts of the partitions.
 */
package dev.aimonflink.core.query;
