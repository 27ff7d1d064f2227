/** Rules in the job: reading their topic, which version judges an event, and what follows when one is true. */
package dev.aimonflink.job.rule;
