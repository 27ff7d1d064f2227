/**
 * Partial results: what partitions send to the merger, whatever the query.
 *
 * <p>A {@linkplain dev.aimonflink.query.compute.partial.Partial partial} is a table of {@linkplain
 * dev.aimonflink.query.compute.aggregate.States states}, columns of arrays with a row for each group:
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
 * <p>A scan sums in its own arrays and at its end appends a row for each group: {@code cities.add("Bern")}, {@code counts.add(1)}. The
 * partial then owns the columns. It goes to the merger as {@linkplain dev.aimonflink.query.compute.partial.Partial#toBytes bytes}, which
 * say how to read and merge them. What follows the merge, such as averages, HAVING, ORDER BY and LIMIT, is computed from the merged
 * columns, which are in key order; only a LIMIT in that order may be applied before, as {@link
 * dev.aimonflink.query.compute.partial.GroupLimit#lowest}.
 *
 * <p>A state over nothing is the neutral element of its merge: a count or sum of 0, no extreme. A sum comes with its count, which says
 * whether SQL's sum is null.
 */
package dev.aimonflink.query.compute.partial;
