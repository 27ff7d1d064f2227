/** The way to the job: its model, and how it is asked. */
package dev.aimonflink.gateway.ask;
