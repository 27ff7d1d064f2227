/** What clients read from the job's topics and write to them: events, rules, alerts. */
package dev.aimonflink.gateway.topics;
