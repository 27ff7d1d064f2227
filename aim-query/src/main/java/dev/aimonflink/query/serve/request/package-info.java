/**
 * The queries: a {@linkplain dev.aimonflink.query.serve.request.Catalogue catalogue} of those that a model has, the {@linkplain
 * dev.aimonflink.query.serve.request.EntityQuery one} that every model has, and the {@linkplain dev.aimonflink.query.serve.request.Answer answer} from
 * the parts of the partitions.
 */
package dev.aimonflink.query.serve.request;
