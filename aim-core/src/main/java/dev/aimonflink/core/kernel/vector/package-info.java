/**
 * The kernels by the Vector API. Compiled by itself, because the incubating module costs a warning that javac 17 cannot
 * be told to leave; loaded by name, because the module may be absent at run time.
 */
package dev.aimonflink.core.kernel.vector;
