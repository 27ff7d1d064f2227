/** The inner loops of queries, over plain arrays, behind {@link dev.aimonflink.matrix.kernel.Kernels}. */
package dev.aimonflink.matrix.kernel;
