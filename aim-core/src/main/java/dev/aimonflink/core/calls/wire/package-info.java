/** The formats that calls have of their own: of events, profiles and tables. */
package dev.aimonflink.core.calls.wire;
