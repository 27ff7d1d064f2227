/**
 * The clients of an end-to-end experiment: {@linkplain dev.aimonflink.lab.meter.QueryClients clients}, drawing from a {@linkplain
 * dev.aimonflink.bench.load.QueryPool pool} by the weights of a {@linkplain dev.aimonflink.bench.load.QueryPool.Profile profile}.
 */
package dev.aimonflink.bench.load;
