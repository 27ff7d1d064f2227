/** {@linkplain dev.aimonflink.query.serve.format.result.ResultCodec Results}, whole or in chunks. */
package dev.aimonflink.query.serve.format.result;
