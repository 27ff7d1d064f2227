/** Describes {@linkplain dev.aimonflink.matrix.model.Model models} for people: their parts, their sizes, and their events as bytes. */
package dev.aimonflink.clients.model;
