/**
 * Rules about an entity, judged when one of its events has been counted, and what fires when they are true: what a file says, its meaning
 * for a model, which rules an event makes true, and how often one fires.
 */
package dev.aimonflink.rules.judge;
