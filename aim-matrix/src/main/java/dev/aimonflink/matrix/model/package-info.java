/**
 * What is kept of which events: a {@linkplain dev.aimonflink.matrix.model.Model model} has the types of its {@linkplain
 * dev.aimonflink.matrix.model.EventType events} and {@linkplain dev.aimonflink.matrix.model.EntityType entities}, and {@linkplain
 * dev.aimonflink.matrix.model.Aggregates aggregates}. The input is {@linkplain dev.aimonflink.matrix.model.DeclaredEvent events} and
 * {@linkplain dev.aimonflink.matrix.model.EntityUpdate profiles}.
 */
package dev.aimonflink.matrix.model;
