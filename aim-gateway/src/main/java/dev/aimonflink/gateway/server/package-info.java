/** The port: connections, encryption, and who may connect. */
package dev.aimonflink.gateway.server;
