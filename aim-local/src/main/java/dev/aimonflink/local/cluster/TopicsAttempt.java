package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import java.util.concurrent.CompletableFuture;

/**
 * Creates the topics once a broker answers. An attempt takes seconds where no broker does, so it runs in the background,
 * and the caller can check meanwhile that the broker lives. An open port alone does not show a working broker.
 */
final class TopicsAttempt {
    private final Connection connection;
    private CompletableFuture<Boolean> attempt = CompletableFuture.completedFuture(false);

    TopicsAttempt(Connection connection) {
        this.connection = connection;
    }

    /** Never blocks. */
    boolean exist() {
        if (attempt.isDone() && !attempt.join()) {
            attempt = CompletableFuture.supplyAsync(this::create);
        }
        return attempt.isDone() && attempt.join();
    }

    private boolean create() {
        try {
            TopicAdmin.createMissing(connection, Topics.defaults());
            return true;
        } catch (ClientException noBrokerYet) {
            return false;
        }
    }
}
