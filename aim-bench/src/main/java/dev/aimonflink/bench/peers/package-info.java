/**
 * {@code aim bench peers}: the benchmark's queries over the same rows here and in another database, in one process and in
 * turns, with every answer compared; and the same calls counted here and there, with every cell compared.
 */
package dev.aimonflink.bench.peers;
