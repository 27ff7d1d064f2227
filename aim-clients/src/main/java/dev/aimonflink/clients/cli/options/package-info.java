/** Options of several commands. */
package dev.aimonflink.clients.cli.options;
