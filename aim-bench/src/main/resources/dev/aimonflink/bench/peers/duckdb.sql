-- q1, plain, alpha
SELECT sum(total_duration_this_week)::DOUBLE / count(*)::DOUBLE
FROM analytics_matrix
WHERE number_of_local_calls_this_week > $1

-- q2, plain, beta
SELECT max(most_expensive_cost_this_week) AS max_cents
FROM analytics_matrix
WHERE number_of_calls_this_week > $1

-- q3, plain
SELECT number_of_calls_this_week, sum(total_cost_this_week)::DOUBLE / (100::DOUBLE * nullif(sum(total_duration_this_week), 0)::DOUBLE)
FROM analytics_matrix
GROUP BY number_of_calls_this_week
ORDER BY number_of_calls_this_week
LIMIT 100

-- q4, joined, gamma, delta
SELECT d.city,
    sum(number_of_local_calls_this_week)::DOUBLE / count(*)::DOUBLE,
    sum(total_duration_of_local_calls_this_week)::BIGINT
FROM analytics_matrix JOIN region_info d ON zip_id = d.id
WHERE true
    AND number_of_local_calls_this_week > $1 AND total_duration_of_local_calls_this_week > $2
GROUP BY 1
ORDER BY 1

-- q4, denormalised, gamma, delta
SELECT d.city,
    sum(number_of_local_calls_this_week)::DOUBLE / count(*)::DOUBLE,
    sum(total_duration_of_local_calls_this_week)::BIGINT
FROM analytics_matrix d
WHERE city IS NOT NULL
    AND number_of_local_calls_this_week > $1 AND total_duration_of_local_calls_this_week > $2
GROUP BY 1
ORDER BY 1

-- q4, joined late, gamma, delta
-- Grouping before the join is faster, and DuckDB does not do it by itself.
SELECT city, sum(calls)::DOUBLE / sum(subscribers)::DOUBLE, sum(seconds)::BIGINT
FROM (
    SELECT zip_id, sum(number_of_local_calls_this_week) AS calls, count(*) AS subscribers,
        sum(total_duration_of_local_calls_this_week) AS seconds
    FROM analytics_matrix
    WHERE number_of_local_calls_this_week > $1 AND total_duration_of_local_calls_this_week > $2
    GROUP BY zip_id
) JOIN region_info d ON zip_id = d.id
GROUP BY 1
ORDER BY 1

-- q5, joined, subscriptionType, category
SELECT d.region,
    sum(total_cost_of_local_calls_this_week)::BIGINT AS local_cents,
    sum(total_cost_of_long_distance_calls_this_week)::BIGINT AS long_distance_cents
FROM analytics_matrix
    JOIN subscription_type t ON subscription_type_id = t.id
    JOIN subscriber_category c ON category_id = c.id
    JOIN region_info d ON zip_id = d.id
WHERE t.type = $1 AND c.category = $2
GROUP BY 1
ORDER BY 1

-- q5, denormalised, subscriptionType, category
SELECT d.region,
    sum(total_cost_of_local_calls_this_week)::BIGINT AS local_cents,
    sum(total_cost_of_long_distance_calls_this_week)::BIGINT AS long_distance_cents
FROM analytics_matrix d
WHERE region IS NOT NULL
    AND subscription_type = TRY_CAST($1 AS subscription_type_name)
    AND category = TRY_CAST($2 AS category_name)
GROUP BY 1
ORDER BY 1

-- q6, joined, country
-- One pass for the four maxima and one for the lowest ids that hold them. Four times ORDER BY and LIMIT 1 take a
-- quarter longer. arg_max would take a tenth less, but finds any of several holders.
WITH longest AS MATERIALIZED (
    SELECT max(longest_duration_of_local_calls_this_day) AS local_day,
        max(longest_duration_of_local_calls_this_week) AS local_week,
        max(longest_duration_of_long_distance_calls_this_day) AS long_distance_day,
        max(longest_duration_of_long_distance_calls_this_week) AS long_distance_week
    FROM analytics_matrix JOIN region_info d ON zip_id = d.id
    WHERE d.country = $1
),
holders AS MATERIALIZED (
    SELECT min(subscriber_id) FILTER (longest_duration_of_local_calls_this_day = local_day) AS local_day_holder,
        min(subscriber_id) FILTER (longest_duration_of_local_calls_this_week = local_week) AS local_week_holder,
        min(subscriber_id) FILTER (longest_duration_of_long_distance_calls_this_day = long_distance_day) AS long_distance_day_holder,
        min(subscriber_id) FILTER (longest_duration_of_long_distance_calls_this_week = long_distance_week) AS long_distance_week_holder
    FROM longest, analytics_matrix JOIN region_info d ON zip_id = d.id
    WHERE d.country = $1
        AND (longest_duration_of_local_calls_this_day = local_day
            OR longest_duration_of_local_calls_this_week = local_week
            OR longest_duration_of_long_distance_calls_this_day = long_distance_day
            OR longest_duration_of_long_distance_calls_this_week = long_distance_week)
)
SELECT 'local', 'day', local_day_holder, local_day FROM longest, holders
UNION ALL
SELECT 'local', 'week', local_week_holder, local_week FROM longest, holders
UNION ALL
SELECT 'long_distance', 'day', long_distance_day_holder, long_distance_day FROM longest, holders
UNION ALL
SELECT 'long_distance', 'week', long_distance_week_holder, long_distance_week FROM longest, holders

-- q6, denormalised, country
WITH longest AS MATERIALIZED (
    SELECT max(longest_duration_of_local_calls_this_day) AS local_day,
        max(longest_duration_of_local_calls_this_week) AS local_week,
        max(longest_duration_of_long_distance_calls_this_day) AS long_distance_day,
        max(longest_duration_of_long_distance_calls_this_week) AS long_distance_week
    FROM analytics_matrix
    WHERE country = TRY_CAST($1 AS country_name)
),
holders AS MATERIALIZED (
    SELECT min(subscriber_id) FILTER (longest_duration_of_local_calls_this_day = local_day) AS local_day_holder,
        min(subscriber_id) FILTER (longest_duration_of_local_calls_this_week = local_week) AS local_week_holder,
        min(subscriber_id) FILTER (longest_duration_of_long_distance_calls_this_day = long_distance_day) AS long_distance_day_holder,
        min(subscriber_id) FILTER (longest_duration_of_long_distance_calls_this_week = long_distance_week) AS long_distance_week_holder
    FROM longest, analytics_matrix
    WHERE country = TRY_CAST($1 AS country_name)
        AND (longest_duration_of_local_calls_this_day = local_day
            OR longest_duration_of_local_calls_this_week = local_week
            OR longest_duration_of_long_distance_calls_this_day = long_distance_day
            OR longest_duration_of_long_distance_calls_this_week = long_distance_week)
)
SELECT 'local', 'day', local_day_holder, local_day FROM longest, holders
UNION ALL
SELECT 'local', 'week', local_week_holder, local_week FROM longest, holders
UNION ALL
SELECT 'long_distance', 'day', long_distance_day_holder, long_distance_day FROM longest, holders
UNION ALL
SELECT 'long_distance', 'week', long_distance_week_holder, long_distance_week FROM longest, holders

-- q7, joined, cellValueType
SELECT sum(total_cost_this_week)::DOUBLE / (100::DOUBLE * nullif(sum(total_duration_this_week), 0)::DOUBLE)
FROM analytics_matrix JOIN cell_value_type d ON cell_value_type_id = d.id
WHERE d.value = $1

-- q7, denormalised, cellValueType
SELECT sum(total_cost_this_week)::DOUBLE / (100::DOUBLE * nullif(sum(total_duration_this_week), 0)::DOUBLE)
FROM analytics_matrix
WHERE cell_value_type = TRY_CAST($1 AS cell_value_type_name)
