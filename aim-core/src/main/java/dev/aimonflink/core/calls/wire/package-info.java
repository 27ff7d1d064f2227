/**
 * The formats that calls have of their own, which are older than models: {@linkplain dev.aimonflink.core.calls.wire.EventCodec events},
 * {@linkplain dev.aimonflink.core.calls.wire.ProfileCodec profiles}, {@linkplain dev.aimonflink.core.calls.wire.SchemaFile schema
 * files} and the file of the {@linkplain dev.aimonflink.core.calls.wire.DimensionTables dimension tables}.
 */
package dev.aimonflink.core.calls.wire;
