/** The door for clients of PostgreSQL: a process beside the job that speaks their protocol. */
package dev.aimonflink.gateway;
