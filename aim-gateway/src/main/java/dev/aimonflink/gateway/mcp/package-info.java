/** The Model Context Protocol: what agents can do, and its messages, whatever brings them. */
package dev.aimonflink.gateway.mcp;
