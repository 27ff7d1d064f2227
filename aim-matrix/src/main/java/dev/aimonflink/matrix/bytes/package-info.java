/** Numbers, texts and bytes in a buffer, small numbers in few bytes: the form of stored records and partials. */
package dev.aimonflink.matrix.bytes;
