/** A Flink cluster and the job's metrics, as its REST API shows them. */
package dev.aimonflink.clients.flink;
