/** The commands of {@code aim} that this module adds. */
package dev.aimonflink.local.command;
