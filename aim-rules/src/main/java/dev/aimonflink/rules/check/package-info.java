/** Rules that are true without an event: who they are true of is looked for in the columns, and fires in slices. */
package dev.aimonflink.rules.check;
