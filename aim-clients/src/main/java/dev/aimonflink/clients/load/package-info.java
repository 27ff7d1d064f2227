/**
 * Load determined by a seed: the benchmark's {@linkplain dev.aimonflink.clients.load.EventGenerator calls}, or any model's {@linkplain
 * dev.aimonflink.clients.load.ModelEventGenerator events} and {@linkplain dev.aimonflink.clients.load.ModelProfileGenerator profiles}; and
 * the {@linkplain dev.aimonflink.clients.load.RatePacer pace} of sending.
 */
package dev.aimonflink.clients.load;
