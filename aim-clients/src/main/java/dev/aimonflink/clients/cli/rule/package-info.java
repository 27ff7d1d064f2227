/** Commands about rules. */
package dev.aimonflink.clients.cli.rule;
