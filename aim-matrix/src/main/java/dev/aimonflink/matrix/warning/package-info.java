/** What a model may have, and is still warned of: numbers that may not fit, filters that never hold, and what to do about them. */
package dev.aimonflink.matrix.warning;
