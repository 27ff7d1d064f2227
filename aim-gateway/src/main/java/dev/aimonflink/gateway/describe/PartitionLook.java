package dev.aimonflink.gateway.describe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A partition of the job, as the plan of a statement that counts its rows shows it.
 *
 * @param newestEvent null before the first
 * @param mode where the scan ran
 * @param runsBy what it ran on
 */
public record PartitionLook(long partition, long rows, long cutAgeMs, Instant newestEvent, String mode, String runsBy) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Whose answer {@link #of} reads. */
    public static AskedQuery question(JobModel job) {
        return new AskedQuery(
                "sql",
                Map.of(
                        "text",
                        "EXPLAIN (ANALYZE, FORMAT JSON) SELECT count(*) FROM "
                                + job.tables().ownNames().get(0)));
    }

    public static List<PartitionLook> of(QueryResult answer) {
        List<PartitionLook> all = new ArrayList<>();
        try {
            for (JsonNode each :
                    JSON.readTree((String) answer.rows().get(0).get(0)).findValue("partitions")) {
                JsonNode newest = each.path("newestEventMs");
                all.add(new PartitionLook(
                        each.path("partition").asLong(),
                        each.path("rowsRead").asLong(),
                        each.path("cutAgeMs").asLong(),
                        newest.isNumber() ? Instant.ofEpochMilli(newest.asLong()) : null,
                        each.path("mode").textValue(),
                        each.at("/fragments/0/runsBy").textValue()));
            }
        } catch (JsonProcessingException defect) {
            throw new IllegalStateException("The plan of the job is no JSON", defect);
        }
        return all;
    }
}
