package dev.aimonflink.bench.report;

import java.util.List;
import java.util.Optional;

/** The experiments that the page has words and charts for, in its order; of any other it shows tables. */
record Experiment(String id, String title, String words) {
    private static final List<Experiment> KNOWN = List.of(
            new Experiment("write", "Write", "Events alone, as many as go through. "),
            new Experiment(
                    "read",
                    "Read",
                    "The seven queries round and round, and no events. How many aggregates there are matters little: the papers have 546."),
            new Experiment(
                    "mixed",
                    "Mixed",
                    "The seven queries while events come in at a fixed rate, in the papers 10,000 a second."),
            new Experiment(
                    "response",
                    "Response times",
                    "Each query by itself, without and with events. The papers: 4 threads."),
            new Experiment(
                    "clients",
                    "Clients",
                    "Queries of several clients at a time. The papers: 10 threads and no events."),
            new Experiment(
                    "points",
                    "Point queries",
                    "Questions about single subscribers in an open loop, beside events and analytic queries."),
            new Experiment(
                    "aggregates",
                    "Aggregates",
                    "What the number of aggregates costs. The papers: queries beside events."),
            new Experiment("freshness", "Freshness", "How long after its publishing an event is in the answers."),
            new Experiment(
                    "checkpoints",
                    "Checkpoints",
                    "What being exactly-once costs: the same job by turns without checkpoints and with. A gap is the"
                            + " longest time for which a partition takes no event in; it is there without checkpoints, too."),
            new Experiment(
                    "stalls",
                    "Stalls",
                    "For how long a partition took no event in while a cluster of processes took checkpoints, as the"
                            + " partitions tell; and how long point queries waited meanwhile and right before."),
            new Experiment(
                    "recovery",
                    "Recovery",
                    "A TaskManager is killed while events come: until queries are answered again, and until answers are"
                            + " less than a second behind."),
            new Experiment(
                    "layouts", "Layouts", "The same matrix as rows, as columns, as PAX blocks, and ours, by JMH."),
            new Experiment("serialization", "Serialization", "A million events to bytes and back, by JMH."),
            new Experiment("jmh", "The engine by itself", "Without Kafka and Flink, on one thread, by JMH."),
            new Experiment(
                    "peers",
                    "Beside DuckDB",
                    "The seven queries over the same rows, and the same calls as batches of upserts, in one process and in turns."));

    static Optional<Experiment> find(String id) {
        return KNOWN.stream().filter(one -> one.id.equals(id)).findFirst();
    }

    /** Where on the page, the unknown last. */
    static int place(String id) {
        int index = KNOWN.stream().map(Experiment::id).toList().indexOf(id);
        return index < 0 ? KNOWN.size() : index;
    }
}
