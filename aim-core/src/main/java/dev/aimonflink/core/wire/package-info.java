/**
 * The formats on the wire: {@linkplain dev.aimonflink.core.calls.wire.EventCodec events} in three formats,
 * {@linkplain dev.aimonflink.core.calls.wire.ProfileCodec profiles}, {@linkplain dev.aimonflink.core.wire.RequestParser
 * requests} and {@linkplain dev.aimonflink.core.wire.ResultCodec results}, and the file form of the {@linkplain
 * dev.aimonflink.core.calls.wire.DimensionTables dimension tables}. Bytes that come in may be anything: reading them yields
 * a value, a refusal or a {@link dev.aimonflink.core.wire.MalformedException}, and nothing else.
 */
package dev.aimonflink.core.wire;
