/** The topic of rules as a TaskManager reads it, and by which version of them an event is judged. */
package dev.aimonflink.job.rule;
