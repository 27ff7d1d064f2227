package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.installation.Deployment;
import dev.aimonflink.local.SeparateBroker;

/** Whose frontier is measured. */
enum Side {
    DUCKDB("duckdb"),
    STREAMS("kafka-streams"),
    OURS("ours");

    private final String label;

    Side(String label) {
        this.label = label;
    }

    /** As in the parameters of figures. */
    String label() {
        return label;
    }

    /**
     * Starts a system on the topic of a deployment whose job has not started.
     *
     * @param clients that ask at a time
     */
    LiveTable start(SeparateBroker broker, Deployment deployment, int clients) {
        String topic = deployment.topics().events();
        int subscribers = deployment.setup().subscribers();
        return switch (this) {
            case DUCKDB -> new DuckDbIntake(deployment.connection(), topic, subscribers, clients);
            case STREAMS ->
                new StreamsStore(
                        broker.bootstrap(),
                        topic,
                        subscribers,
                        deployment.setup().parallelism(),
                        clients);
            case OURS -> OurMatrix.start(deployment);
        };
    }
}
