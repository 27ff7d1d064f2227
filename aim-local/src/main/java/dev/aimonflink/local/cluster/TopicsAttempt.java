package dev.aimonflink.local.cluster;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Creates the topics once a broker answers. An attempt takes seconds where no broker does, so it runs in the background,
 * and the caller can check meanwhile that the broker lives. An open port alone does not show a working broker.
 */
final class TopicsAttempt {
    private final Connection connection;
    private final List<String> ofRules;
    private CompletableFuture<Boolean> attempt = CompletableFuture.completedFuture(false);

    /** @param ofRules to which rules of the job may write events */
    TopicsAttempt(Connection connection, List<String> ofRules) {
        this.connection = connection;
        this.ofRules = ofRules;
    }

    /** Never blocks. */
    boolean exist() {
        if (attempt.isDone() && !attempt.join()) {
            attempt = CompletableFuture.supplyAsync(this::create);
        }
        return attempt.isDone() && attempt.join();
    }

    private boolean create() {
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(Topics.defaults(), TopicSettings.defaults());
            admin.createMissingOfRules(ofRules);
            return true;
        } catch (ClientException noBrokerYet) {
            return false;
        }
    }
}
