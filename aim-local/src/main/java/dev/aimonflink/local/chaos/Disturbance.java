package dev.aimonflink.local.chaos;

/** What happens to the job besides being killed. */
enum Disturbance {
    /** It stops with a savepoint and goes on with another parallelism. */
    RESCALE("rescale"),
    /** Days turn, and once a week, while passes are under way. */
    TURN("turn"),
    /** It stops with a savepoint and goes on with another schema. */
    SCHEMA("schema");

    private final String label;

    Disturbance(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
