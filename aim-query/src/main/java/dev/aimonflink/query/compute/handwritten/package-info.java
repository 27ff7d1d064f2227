/**
 * The seven queries of the papers: each class says which {@linkplain dev.aimonflink.query.compute.handwritten.Shape shape} its query has, and calls
 * the loop of {@linkplain dev.aimonflink.matrix.kernel.Kernels} that is written for it alone. Any model and any text of that shape gets it.
 */
package dev.aimonflink.query.compute.handwritten;
