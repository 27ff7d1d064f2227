/** Rules that are true without an event: their entities are searched in the columns, and they fire in slices. */
package dev.aimonflink.rules.scan;
