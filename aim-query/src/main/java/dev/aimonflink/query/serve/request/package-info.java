/**
 * The queries: a model's {@linkplain dev.aimonflink.query.serve.request.Catalogue catalogue}, the {@linkplain
 * dev.aimonflink.query.serve.request.EntityQuery look-up} that every model has, and the {@linkplain
 * dev.aimonflink.query.serve.request.Answer answer} made of the partitions' parts.
 */
package dev.aimonflink.query.serve.request;
