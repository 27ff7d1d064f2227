/**
 * A whole installation as separate local processes: broker, JobManager, TaskManagers and a watcher that starts again what
 * dies. Begin with {@link dev.aimonflink.local.cluster.Cluster}. One folder holds everything that there is to know about
 * it: state, configuration, logs and data.
 */
package dev.aimonflink.local.cluster;
