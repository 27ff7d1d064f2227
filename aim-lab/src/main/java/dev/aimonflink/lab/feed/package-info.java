/** Sends a workload's records to topics at a pace. */
package dev.aimonflink.lab.feed;
