/**
 * The formats on the wire: {@linkplain dev.aimonflink.core.wire.ModelEventCodec events} in three formats, {@linkplain
 * dev.aimonflink.core.wire.ProfileModelCodec profiles}, {@linkplain dev.aimonflink.core.wire.RequestParser requests} and {@linkplain
 * dev.aimonflink.core.wire.ResultCodec results}; and the files of {@linkplain dev.aimonflink.core.wire.ModelFile models} and their
 * {@linkplain dev.aimonflink.core.wire.CsvTables tables}. Bytes that come in may be anything: reading them yields a value, a refusal or
 * a {@link dev.aimonflink.core.wire.MalformedException}, and nothing else.
 */
package dev.aimonflink.core.wire;
