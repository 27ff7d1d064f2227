/**
 * The columns of the matrix: a {@linkplain dev.aimonflink.core.schema.SchemaDefinition definition} makes {@linkplain
 * dev.aimonflink.core.schema.Aggregate aggregates} over calendar {@linkplain dev.aimonflink.core.model.Window
 * windows}, their names, and {@linkplain dev.aimonflink.core.schema.RecordLayout where} each lies in a subscriber's
 * record.
 */
package dev.aimonflink.core.schema;
