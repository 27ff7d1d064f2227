/** Commands that ask: {@code aim query}, {@code aim sql} and {@code aim entity}. */
package dev.aimonflink.clients.cli.ask;
