/** A Flink cluster and the job's metrics, by its REST API. */
package dev.aimonflink.clients.flink;
