/**
 * The algebra of partial results: what partitions send to the merger, whatever the query.
 *
 * <p>A {@linkplain dev.aimonflink.core.partial.Partial partial} is a table of {@linkplain dev.aimonflink.core.aggregate.States
 * states}, columns of arrays, with a row for each group:
 *
 * <pre>
 * SELECT city, COUNT(*), SUM(amount) ... GROUP BY city
 *
 * Partial.ofGroups(GroupLimit.orFail(20_000), List.of(cities), List.of(counts, sums))
 *
 *  TextKeys   Counts   Sums
 *  Basel           3    450
 *  Bern            1     20
 * </pre>
 *
 * <p>A scan adds up in arrays of its own, and appends a row for each group at its end: {@code cities.add("Bern")}, {@code
 * counts.add(1)}, {@code sums.add(20)}. A scan whose totals may exceed 64 bits adds them to {@code Sums} block by block. The partial
 * then owns the columns. It goes to the merger as {@linkplain dev.aimonflink.core.partial.Partial#toBytes bytes}, which say of
 * themselves how they are to be read and merged. What comes after the merge, as averages, HAVING, ORDER BY and LIMIT, is computed
 * from the columns of the merged partial, which are in the order of the keys; only a LIMIT in that order may be applied before, as
 * {@link dev.aimonflink.core.partial.GroupLimit#lowest}.
 *
 * <p>A state over nothing is the neutral one of its merge: a count or sum of 0, no extreme. A {@code Counts} beside a sum says
 * whether SQL's sum is null.
 */
package dev.aimonflink.core.partial;
