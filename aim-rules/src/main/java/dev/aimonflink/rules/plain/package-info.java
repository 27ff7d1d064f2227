/** Alerts recomputed from all events, in the plainest way, for tests and {@code --verify}. */
package dev.aimonflink.rules.plain;
