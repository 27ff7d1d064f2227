/** {@code aim publish}: events and profiles to their topics. */
package dev.aimonflink.clients.cli.publish;
