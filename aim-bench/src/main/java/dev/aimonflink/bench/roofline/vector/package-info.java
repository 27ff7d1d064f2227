/** Compiled separately and loaded by name, like the vector kernels, because the Vector API is an incubator module. */
package dev.aimonflink.bench.roofline.vector;
