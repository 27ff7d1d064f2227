/** The columns of calls, which {@linkplain dev.aimonflink.core.calls.SchemaDefinition schema definitions} describe. */
package dev.aimonflink.core.calls.schema;
