/** Describes {@linkplain dev.aimonflink.matrix.model.Model models} for people: their parts, sizes, and events as bytes. */
package dev.aimonflink.clients.model;
