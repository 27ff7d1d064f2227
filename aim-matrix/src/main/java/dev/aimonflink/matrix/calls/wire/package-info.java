/** The formats of events and tables that only calls have. */
package dev.aimonflink.matrix.calls.wire;
