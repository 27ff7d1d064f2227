/** Describes {@linkplain dev.aimonflink.core.model.Model models} for people: their parts, their sizes, and their events as bytes. */
package dev.aimonflink.clients.model;
