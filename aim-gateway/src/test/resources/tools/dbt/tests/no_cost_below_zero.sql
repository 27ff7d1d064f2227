select subscriber_id from {{ source('aim', 'subscribers') }} where total_cost_this_day < 0
