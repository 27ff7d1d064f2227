/**
 * Events of any model as {@linkplain dev.aimonflink.core.format.event.JsonModelCodec JSON} and as {@linkplain
 * dev.aimonflink.core.format.event.BinaryModelCodec bytes}, and the {@linkplain dev.aimonflink.core.format.event.ProfileModelCodec
 * profiles} of entities.
 */
package dev.aimonflink.core.format.event;
