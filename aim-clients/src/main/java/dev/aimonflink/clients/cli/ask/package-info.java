/** Commands that ask: {@code aim query}, {@code aim sql}, {@code aim entity} and {@code aim subscriber}. */
package dev.aimonflink.clients.cli.ask;
