/** This module's commands of {@code aim}. */
package dev.aimonflink.lab.command;
