/** {@code aim bench}: the engine's figures, measured and with every answer checked. */
package dev.aimonflink.bench;
