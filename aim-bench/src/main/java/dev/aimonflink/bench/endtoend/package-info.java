/** The experiments on the whole system, each of them one class. */
package dev.aimonflink.bench.endtoend;
