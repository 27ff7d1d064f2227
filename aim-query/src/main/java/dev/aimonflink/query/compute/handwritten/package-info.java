/**
 * The seven queries of the papers: each class recognizes the {@linkplain dev.aimonflink.query.compute.handwritten.Shape shape} of its
 * query, and calls the loop of {@linkplain dev.aimonflink.matrix.kernel.Kernels} written for it. A text of that shape gets it with any
 * model.
 */
package dev.aimonflink.query.compute.handwritten;
