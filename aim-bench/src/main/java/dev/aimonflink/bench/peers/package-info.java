/**
 * {@code aim bench peers}: compares this project with another database in one process and in turns. Both answer the same queries over the
 * same rows; every answer is compared.
 */
package dev.aimonflink.bench.peers;
