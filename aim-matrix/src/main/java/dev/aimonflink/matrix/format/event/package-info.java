/**
 * Events of any model as {@linkplain dev.aimonflink.matrix.format.event.JsonModelCodec JSON} and as {@linkplain
 * dev.aimonflink.matrix.format.event.BinaryModelCodec bytes}, and the {@linkplain dev.aimonflink.matrix.format.event.ProfileModelCodec
 * profiles} of entities.
 */
package dev.aimonflink.matrix.format.event;
