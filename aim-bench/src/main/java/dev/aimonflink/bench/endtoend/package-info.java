/** The experiments on the whole system, one class each. */
package dev.aimonflink.bench.endtoend;
