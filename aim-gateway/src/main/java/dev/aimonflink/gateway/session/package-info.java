/** One connection between its messages: statements, portals, transactions, settings. Knows no socket. */
package dev.aimonflink.gateway.session;
