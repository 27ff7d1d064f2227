/** Commands about a model: {@code aim model}. */
package dev.aimonflink.clients.cli.model;
