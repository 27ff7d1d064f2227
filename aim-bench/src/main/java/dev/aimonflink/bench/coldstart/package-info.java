/**
 * The experiment {@code coldstart}: how fast queries are in each second after the job has started in fresh JVMs, and after a
 * TaskManager was killed.
 */
package dev.aimonflink.bench.coldstart;
