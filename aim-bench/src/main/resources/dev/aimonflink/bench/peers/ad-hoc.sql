-- wide_filter
SELECT count(*) FROM {matrix}
WHERE number_of_calls_this_week > 5 AND number_of_local_calls_this_week < 20
    AND total_duration_this_week BETWEEN 600 AND 60000 AND longest_duration_this_day > 60
    AND total_cost_this_week >= {10.00} AND most_expensive_cost_this_day < {90.00}

-- filter_of_alternatives
SELECT count(*), sum(total_duration_this_week) FROM {matrix}
WHERE number_of_calls_this_day > 10 OR longest_duration_this_week > 3000 OR {city} IN ('Zurich', 'Munich')

-- filter_of_names
SELECT {country}, count(*) FROM {matrix}
WHERE {city} LIKE '%i%' AND {subscription type} IS NOT NULL GROUP BY 1 ORDER BY 1 NULLS LAST

-- sum_of_differences
SELECT sum(total_duration_this_week - total_duration_this_day), sum(total_cost_this_week - total_cost_this_day) AS rest_cents
FROM {matrix} WHERE number_of_calls_this_week > number_of_calls_this_day

-- product
SELECT sum(number_of_calls_this_week * longest_duration_this_week) FROM {matrix}
WHERE number_of_calls_this_week > 0

-- choice
SELECT sum(CASE WHEN total_duration_this_day > 1800 THEN number_of_calls_this_day ELSE 0 END),
    count(CASE WHEN total_cost_this_week > {50.00} THEN 1 END)
FROM {matrix}

-- many_aggregates
SELECT count(*), sum(total_duration_this_day), max(longest_duration_this_day), min(shortest_duration_this_week),
    max(most_expensive_cost_this_week) AS dearest_cents, sum(total_cost_of_local_calls_this_week) AS local_cents,
    sum(number_of_long_distance_calls_this_week)
FROM {matrix}

-- averages_and_deviations
SELECT avg(total_duration_this_week), stddev_pop(total_duration_this_week), avg(number_of_calls_this_day),
    var_pop(number_of_calls_this_week)
FROM {matrix} WHERE number_of_calls_this_week > 0

-- aggregates_of_parts
SELECT count(*) FILTER (WHERE number_of_calls_this_day = 0), count(*) FILTER (WHERE number_of_calls_this_day > 5),
    sum(total_duration_this_week) FILTER (WHERE number_of_local_calls_this_week > 3),
    sum(total_cost_this_week) FILTER (WHERE longest_duration_this_week > 1200) AS long_cents
FROM {matrix}

-- group_of_a_name
SELECT {country}, count(*), sum(total_duration_this_week), sum(total_cost_this_week) AS cost_cents
FROM {matrix} WHERE number_of_calls_this_week > 2 GROUP BY 1 ORDER BY 1 NULLS LAST

-- group_of_three_names
SELECT {region}, {category}, {value}, count(*), sum(total_cost_this_week) AS cost_cents
FROM {matrix} GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3 NULLS LAST

-- group_of_names_and_a_number
SELECT {country}, {subscription type}, number_of_calls_this_day, count(*), max(longest_duration_this_day)
FROM {matrix} GROUP BY 1, 2, 3 ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3

-- group_of_an_expression
SELECT number_of_calls_this_week % 10, count(*), sum(total_duration_of_local_calls_this_week)
FROM {matrix} GROUP BY 1 ORDER BY 1

-- group_of_a_choice
SELECT CASE WHEN total_cost_this_week < {10.00} THEN 'low' WHEN total_cost_this_week < {50.00} THEN 'middle'
        ELSE 'high' END, count(*), avg(total_duration_this_week)
FROM {matrix} GROUP BY 1 ORDER BY 1

-- best_groups
SELECT {city}, sum(total_cost_this_day) AS cost_cents, count(*)
FROM {matrix} WHERE {city} IS NOT NULL GROUP BY 1 HAVING count(*) > 10 ORDER BY 2 DESC, 1 LIMIT 10

-- first_rows
SELECT subscriber_id, total_cost_this_week AS cost_cents FROM {matrix}
ORDER BY total_cost_this_week DESC, subscriber_id LIMIT 20

-- first_rows_of_an_expression
SELECT subscriber_id, total_duration_this_week - total_duration_this_day FROM {matrix}
WHERE {country} = 'Germany' AND number_of_calls_this_week > 0
ORDER BY total_duration_this_week - total_duration_this_day DESC, subscriber_id LIMIT 10

-- different_numbers
SELECT count(DISTINCT number_of_calls_this_week), count(DISTINCT {city}) FROM {matrix}
WHERE total_duration_this_week > 0

-- different_numbers_in_groups
SELECT {category}, count(DISTINCT number_of_local_calls_this_week) FROM {matrix}
GROUP BY 1 ORDER BY 1 NULLS LAST

-- percentiles
SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY number_of_calls_this_week),
    percentile_disc(0.99) WITHIN GROUP (ORDER BY number_of_local_calls_this_week)
FROM {matrix} WHERE number_of_calls_this_week > 0
