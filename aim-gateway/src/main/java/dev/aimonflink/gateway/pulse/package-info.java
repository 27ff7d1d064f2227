/** How the job is from one second to the next, for who looks at it. */
package dev.aimonflink.gateway.pulse;
