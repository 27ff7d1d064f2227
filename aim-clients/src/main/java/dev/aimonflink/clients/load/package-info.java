/**
 * The load of the benchmark: {@linkplain dev.aimonflink.clients.load.EventGenerator events} and {@linkplain
 * dev.aimonflink.clients.load.SubscriberGenerator profiles} that a seed determines, and the {@linkplain
 * dev.aimonflink.clients.load.RatePacer pace} at which they are sent.
 */
package dev.aimonflink.clients.load;
