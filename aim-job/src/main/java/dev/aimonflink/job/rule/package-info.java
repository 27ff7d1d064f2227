/** Rules in the job: their topic as a TaskManager reads it, which version judges an event, what it makes true, and what becomes of that. */
package dev.aimonflink.job.rule;
