/** The way to the job: what its model is, and how it is asked. */
package dev.aimonflink.gateway.ask;
