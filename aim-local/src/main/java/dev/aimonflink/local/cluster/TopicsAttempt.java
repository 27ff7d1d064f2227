package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Creates the topics once a broker answers. An attempt takes seconds where no broker does, so it runs in the background,
 * and the caller can check meanwhile that the broker lives. An open port alone does not show a working broker.
 */
final class TopicsAttempt {
    private final Connection connection;
    private CompletableFuture<Void> attempt;

    TopicsAttempt(Connection connection) {
        this.connection = connection;
    }

    /** Never blocks. */
    boolean areThere() {
        if (attempt == null) {
            attempt = CompletableFuture.runAsync(this::create);
        }
        if (!attempt.isDone()) {
            return false;
        }
        try {
            attempt.join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof ClientException) {
                attempt = null;
                return false;
            }
            throw e;
        }
    }

    private void create() {
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(Topics.defaults(), TopicSettings.defaults());
        }
    }
}
