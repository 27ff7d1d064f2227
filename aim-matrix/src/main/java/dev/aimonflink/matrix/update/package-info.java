/** How an {@linkplain dev.aimonflink.matrix.update.UpdatePlan event changes} the numbers of a record, and which event would overflow one. */
package dev.aimonflink.matrix.update;
