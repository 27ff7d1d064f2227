/** {@code aim gateway}. */
package dev.aimonflink.gateway.command;
