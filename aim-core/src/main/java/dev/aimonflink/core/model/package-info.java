/**
 * What is kept of which events: a {@linkplain dev.aimonflink.core.model.Model model} has the {@linkplain
 * dev.aimonflink.core.model.EventType type} of its events, that of its {@linkplain dev.aimonflink.core.model.EntityType entities}, and
 * {@linkplain dev.aimonflink.core.model.Aggregates aggregates}. The input is {@linkplain dev.aimonflink.core.model.DeclaredEvent events}
 * and {@linkplain dev.aimonflink.core.model.EntityUpdate profiles}.
 */
package dev.aimonflink.core.model;
