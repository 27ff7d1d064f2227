/**
 * The queries: a {@linkplain dev.aimonflink.query.request.Catalogue catalogue} of those that a model has, the {@linkplain
 * dev.aimonflink.query.request.EntityQuery one} that every model has, and the {@linkplain dev.aimonflink.query.request.Answer answer} from
 * the parts of the partitions.
 */
package dev.aimonflink.query.request;
