/** {@linkplain dev.aimonflink.core.format.result.ResultCodec Results}, whole or in chunks. */
package dev.aimonflink.core.format.result;
