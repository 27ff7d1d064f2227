/**
 * What the wire formats share. Incoming bytes may be anything: reading them yields a value, a refusal or a {@link
 * dev.aimonflink.matrix.format.MalformedException}, and nothing else.
 */
package dev.aimonflink.matrix.format;
