/**
 * The algebra of partial results: what partitions send to the merger, whatever the query.
 *
 * <p>A {@linkplain dev.aimonflink.query.compute.partial.Partial partial} is a table of {@linkplain dev.aimonflink.query.compute.aggregate.States
 * states}, columns of arrays, with a row for each group:
 *
 * <pre>
 * SELECT city, COUNT(*), SUM(amount) ... GROUP BY city
 *
 * Partial.ofGroups(GroupLimit.orFail(20_000), cities, List.of(counts, sums))
 *
 *  Keys    Counts   Sums
 *  Basel        3   3, 450
 *  Bern         1   1, 20
 * </pre>
 *
 * <p>A scan adds up in arrays of its own, and appends a row for each group at its end: {@code cities.add("Bern")}, {@code
 * counts.add(1)}. The partial then owns the columns. It goes to the merger as {@linkplain dev.aimonflink.query.compute.partial.Partial#toBytes bytes}, which say of
 * themselves how they are to be read and merged. What comes after the merge, as averages, HAVING, ORDER BY and LIMIT, is computed
 * from the columns of the merged partial, which are in the order of the keys; only a LIMIT in that order may be applied before, as
 * {@link dev.aimonflink.query.compute.partial.GroupLimit#lowest}.
 *
 * <p>A state over nothing is the neutral one of its merge: a count or sum of 0, no extreme. A sum has its count, which says whether
 * SQL's sum is null.
 */
package dev.aimonflink.query.compute.partial;
