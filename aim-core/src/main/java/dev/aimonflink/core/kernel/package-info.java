/** The inner loops of queries, over plain arrays, behind {@link dev.aimonflink.core.kernel.Kernels}. */
package dev.aimonflink.core.kernel;
