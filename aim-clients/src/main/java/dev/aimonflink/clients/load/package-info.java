/**
 * Load that a seed determines: the benchmark's {@linkplain dev.aimonflink.clients.load.EventGenerator calls}, or any model's {@linkplain
 * dev.aimonflink.clients.load.ModelEventGenerator events} and {@linkplain dev.aimonflink.clients.load.ModelProfileGenerator
 * profiles}; and the {@linkplain dev.aimonflink.clients.load.RatePacer pace} at which they are sent.
 */
package dev.aimonflink.clients.load;
