/** What every command has around it: streams, clients, exit codes, the signal to stop, the bar of progress. */
package dev.aimonflink.clients.cli.environment;
