/**
 * The {@linkplain dev.aimonflink.matrix.record.EntityRecord record} of an entity is the truth about it: its aggregates, its bytes, and how
 * it follows a changed model.
 */
package dev.aimonflink.matrix.record;
