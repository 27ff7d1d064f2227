package dev.aimonflink.clients.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;

/** Reads Flink's REST API. */
public interface FlinkApi {
    /** The document at a path such as {@code /jobs/overview}, or empty. */
    Optional<JsonNode> find(String path) throws IOException, InterruptedException;

    default JsonNode get(String path) throws IOException, InterruptedException {
        return find(path).orElseThrow(() -> new IOException("it answers with HTTP status 404"));
    }
}
