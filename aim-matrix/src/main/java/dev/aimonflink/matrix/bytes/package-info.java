/** Numbers, texts and bytes in a buffer, small numbers in few bytes: what stored records and partials are written in. */
package dev.aimonflink.matrix.bytes;
