/** Rows in the format of Apache Arrow, of whose library only the generated classes for its messages are used. */
package dev.aimonflink.gateway.arrow;
