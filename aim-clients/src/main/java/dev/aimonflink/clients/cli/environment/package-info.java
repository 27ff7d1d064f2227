/** What every command uses: streams, clients, exit codes, the stop signal, the progress bar. */
package dev.aimonflink.clients.cli.environment;
