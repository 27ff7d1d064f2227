/** Commands about a model: {@code aim model} and {@code aim schema}. */
package dev.aimonflink.clients.cli.model;
