/** Compiled by itself and loaded by name, as the vector kernels are, because the module incubates. */
package dev.aimonflink.bench.roofline.vector;
