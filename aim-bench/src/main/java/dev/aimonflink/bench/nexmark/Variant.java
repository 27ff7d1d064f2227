package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.installation.Setup;

/** Who takes in the bids, where its state is, and how it differs from others with the same state. */
enum Variant {
    OURS_ON_HEAP("ours", Setup.HASHMAP, "questions", "0"),
    OURS_ON_HEAP_ASKED("ours", Setup.HASHMAP, "questions", Integer.toString(Variant.QUESTIONS_PER_SECOND)),
    OURS_ON_ROCKSDB("ours", Setup.ROCKSDB, "questions", "0"),
    SQL_ON_HEAP("flink-sql", Setup.HASHMAP, "mini-batch", "off"),
    SQL_ON_HEAP_IN_BATCHES("flink-sql", Setup.HASHMAP, "mini-batch", "on"),
    SQL_ON_ROCKSDB("flink-sql", Setup.ROCKSDB, "mini-batch", "off"),
    SQL_ON_ROCKSDB_IN_BATCHES("flink-sql", Setup.ROCKSDB, "mini-batch", "on");

    static final int QUESTIONS_PER_SECOND = 100;

    private final String who;
    private final String backend;
    private final String parameter;
    private final String value;

    Variant(String who, String backend, String parameter, String value) {
        this.who = who;
        this.backend = backend;
        this.parameter = parameter;
        this.value = value;
    }

    /** As in the names of figures. */
    String who() {
        return who;
    }

    String backend() {
        return backend;
    }

    /** The name of the parameter in which it differs. */
    String parameter() {
        return parameter;
    }

    String value() {
        return value;
    }

    @Override
    public String toString() {
        return who + " on " + backend + ", " + parameter + " " + value;
    }
}
