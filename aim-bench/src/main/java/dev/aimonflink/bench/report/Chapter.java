package dev.aimonflink.bench.report;

import java.util.List;
import java.util.Optional;

/** The chapters of the page with words and charts, in their order; other experiments have tables only. */
record Chapter(String id, String title, String words) {
    private static final List<Chapter> KNOWN = List.of(
            new Chapter("write", "Write", "Events alone, as many as go through. "),
            new Chapter(
                    "read",
                    "Read",
                    "The seven queries round and round, and no events. How many aggregates there are matters little: the papers have 546."),
            new Chapter(
                    "mixed",
                    "Mixed",
                    "The seven queries while events come in at a fixed rate, in the papers 10,000 a second."),
            new Chapter(
                    "response",
                    "Response times",
                    "Each query by itself, without and with events. The papers: 4 threads."),
            new Chapter(
                    "clients",
                    "Clients",
                    "Queries of several clients at a time. The papers: 10 threads and no events."),
            new Chapter(
                    "points",
                    "Point queries",
                    "Questions about single subscribers in an open loop, beside events and analytic queries."),
            new Chapter(
                    "aggregates",
                    "Aggregates",
                    "What the number of aggregates costs. The papers: queries beside events."),
            new Chapter("freshness", "Freshness", "How long after its publishing an event is in the answers."),
            new Chapter(
                    "checkpoints",
                    "Checkpoints",
                    "What being exactly-once costs: the same job by turns without checkpoints and with. A gap is the"
                            + " longest time for which a partition takes no event in; it is there without checkpoints, too."),
            new Chapter(
                    "stalls",
                    "Stalls",
                    "For how long a partition took no event in while a cluster of processes took checkpoints, as the"
                            + " partitions report; and how long point queries waited meanwhile and right before."),
            new Chapter(
                    "recovery",
                    "Recovery",
                    "A TaskManager is killed while events come: until queries are answered again, and until answers are"
                            + " less than a second behind."),
            new Chapter("layouts", "Layouts", "The same matrix as rows, as columns, as PAX blocks, and ours, by JMH."),
            new Chapter("serialization", "Serialization", "A million events to bytes and back, by JMH."),
            new Chapter("jmh", "The engine by itself", "Without Kafka and Flink, on one thread, by JMH."),
            new Chapter(
                    "peers",
                    "Beside DuckDB",
                    "The seven queries over the same rows, and the same calls as batches of upserts, in one process and in turns."));

    static Optional<Chapter> find(String id) {
        return KNOWN.stream().filter(one -> one.id.equals(id)).findFirst();
    }

    /** Where on the page, the unknown last. */
    static int place(String id) {
        int index = KNOWN.stream().map(Chapter::id).toList().indexOf(id);
        return index < 0 ? KNOWN.size() : index;
    }
}
