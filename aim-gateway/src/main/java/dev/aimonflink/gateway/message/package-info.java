/** The messages of PostgreSQL's protocol in both directions. Integers are big-endian, texts zero-terminated. */
package dev.aimonflink.gateway.message;
