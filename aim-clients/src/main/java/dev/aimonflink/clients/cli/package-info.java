/**
 * The command line, {@code aim}. {@linkplain dev.aimonflink.clients.cli.Aim One main class} for all modules: what needs more than Kafka's
 * client plugs in as a {@linkplain dev.aimonflink.clients.cli.SubcommandProvider provider} of commands.
 */
package dev.aimonflink.clients.cli;
