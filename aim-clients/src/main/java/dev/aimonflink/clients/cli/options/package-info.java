/** Options that several commands have. */
package dev.aimonflink.clients.cli.options;
