/** {@linkplain dev.aimonflink.query.format.result.ResultCodec Results}, whole or in chunks. */
package dev.aimonflink.query.format.result;
