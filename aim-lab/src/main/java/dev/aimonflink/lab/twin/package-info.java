/** The same answers, alerts and dead letters again, {@linkplain dev.aimonflink.lab.twin.Recomputation recomputed} from what was published, and their comparison with those of a running job. */
package dev.aimonflink.lab.twin;
