/**
 * A whole installation as separate local processes: broker, JobManager, TaskManagers and a watcher that restarts what dies. Begin with
 * {@link dev.aimonflink.local.cluster.Cluster}. One folder holds its state, configuration, logs and data.
 */
package dev.aimonflink.local.cluster;
