/** What befalls a job: {@linkplain dev.aimonflink.lab.disturbance.StormStep steps} of a storm, drawn from a seed, which a {@linkplain dev.aimonflink.lab.disturbance.Victim victim} goes through, and a hostile client. */
package dev.aimonflink.lab.disturbance;
