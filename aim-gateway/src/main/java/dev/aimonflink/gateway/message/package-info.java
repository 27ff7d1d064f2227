/** The messages of PostgreSQL's protocol: what clients send, and what they are sent. Integers are big-endian, texts end with a zero. */
package dev.aimonflink.gateway.message;
