/** {@code aim bench}: what the engine's figures are, measured and with every answer checked. */
package dev.aimonflink.bench;
