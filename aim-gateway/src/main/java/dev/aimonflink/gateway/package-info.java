/** The entrance for PostgreSQL's clients: a process beside the job that speaks their protocol. */
package dev.aimonflink.gateway;
