/** The formats that calls have of their own: of events and tables. */
package dev.aimonflink.matrix.calls.wire;
