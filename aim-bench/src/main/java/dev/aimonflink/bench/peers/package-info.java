/**
 * {@code aim bench peers}: compares this project with another database in one process and in turns. Both answer the
 * benchmark's queries over the same rows and count the same calls; every answer and every cell is compared.
 */
package dev.aimonflink.bench.peers;
