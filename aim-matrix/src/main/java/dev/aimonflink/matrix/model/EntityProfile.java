package dev.aimonflink.matrix.model;

/**
 * What is known of an entity, replacing what was known before.
 *
 * @param attributes empty if the entity loses its profile
 */
public record EntityProfile(EntityId key, Attributes attributes) implements EntityUpdate {}
