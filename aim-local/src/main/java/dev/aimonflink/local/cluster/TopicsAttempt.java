package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Creates the topics as soon as a broker answers. An attempt takes seconds where nobody does, so it is made beside: who
 * waits can look meanwhile whether the broker still lives. That its port is open says nothing yet.
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
