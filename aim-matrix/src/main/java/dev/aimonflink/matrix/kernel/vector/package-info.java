/**
 * The kernels by the Vector API. Compiled separately, because javac 17 warns of the incubating module and cannot suppress that; loaded by
 * name, because the module may be absent at run time.
 */
package dev.aimonflink.matrix.kernel.vector;
