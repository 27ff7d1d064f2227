/** {@code aim demo}: the whole workload in one process, with a check of its answers. Calls are published at a steady rate while queries are asked; at the end every query is repeated and compared with a plain recomputation over the published calls. */
package dev.aimonflink.lab.demo;
