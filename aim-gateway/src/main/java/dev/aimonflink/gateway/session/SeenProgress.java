package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.text.Spelling;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which events a connection's answers have had, by Kafka partition of their topic. An answer never has fewer than an earlier one: a
 * restarted job reads some of them again, and a second job on the same topics may be behind the first.
 */
final class SeenProgress {
    /**
     * The most events after its offset that an answer is assumed to have, in a Kafka partition. A partition of the matrix learns its
     * offsets at least ten times a second, so this is more than a million events a second.
     */
    static final long MOST_UNTOLD = 1 << 17;

    private static final String BETWEEN_JOBS = ",";

    /** Before the progress of a job that is not the first. */
    private static final Pattern NAME = Pattern.compile("([a-z_][a-z0-9_]{0,62}):");

    /** At most 9 digits of a partition and 18 of an offset, so that both fit their types. */
    private static final Pattern TEXT = Pattern.compile(
            "(?:(?<run>[A-Za-z0-9_-]{1,64})~)?(?<places>(?:[0-9]{1,9}-[0-9]{1,18}(?:\\.[0-9]{1,9}-[0-9]{1,18})*)?)");

    /** Of a text: more than the topic with the most partitions needs. */
    private static final int MAX_CHARACTERS = 16_384;

    private static final String BETWEEN_PLACES = "\\.";

    private final Map<Integer, Long> offsets = new HashMap<>();

    /** The run of the last answer. */
    private String run;

    /**
     * What a client was told of its last answer, or of what it published, which no answer of this run had yet.
     *
     * @throws Failure if it is no {@link #text}
     */
    static SeenProgress read(String text) {
        SeenProgress seen = new SeenProgress();
        Matcher parts = TEXT.matcher(text);
        if (text.length() > MAX_CHARACTERS || !parts.matches()) {
            throw Failure.of(
                    SqlState.INVALID_ARGUMENT,
                    "\"" + Spelling.shortened(text)
                            + "\" is no progress. Give one that an answer or a publishing has returned.");
        }
        seen.run = parts.group("run");
        for (String place : parts.group("places").split(BETWEEN_PLACES)) {
            if (!place.isEmpty()) {
                int dash = place.indexOf('-');
                seen.offsets.put(Integer.parseInt(place.substring(0, dash)), Long.parseLong(place.substring(dash + 1)));
            }
        }
        return seen;
    }

    /** For {@link #read}: the run if there is one, and an offset for each Kafka partition. */
    String text() {
        String places = new TreeMap<>(offsets)
                .entrySet().stream()
                        .map(each -> each.getKey() + "-" + each.getValue())
                        .collect(Collectors.joining("."));
        return (run == null ? "" : run + "~") + places;
    }

    /** Up to where the next answer must have all events though none before had them. */
    Map<Integer, Long> unanswered() {
        return run == null ? offsets() : Map.of();
    }

    /** Whether the job has restarted since the last answer, which may have had events after its offsets that the new run lacks. */
    boolean isOfAnotherRun(QueryResult answer) {
        return run != null && hasProgress(answer) && !run.equals(answer.asOf().run());
    }

    /** Adds what the answers before a restart may have had beyond their offsets. */
    void addUntold(Map<Integer, Long> committed) {
        committed.forEach((partition, end) -> {
            long seen = offsets.getOrDefault(partition, 0L);
            offsets.put(partition, Math.max(seen, Math.min(end, seen + MOST_UNTOLD)));
        });
    }

    /** Whether an answer lacks events of an earlier one. */
    boolean isBehind(QueryResult answer) {
        if (!hasProgress(answer)) {
            return false;
        }
        Map<Integer, QueryResult.Place> progress = answer.asOf().progress();
        return offsets.entrySet().stream().anyMatch(seen -> {
            QueryResult.Place place = progress.get(seen.getKey());
            return place == null || place.nextOffset() < seen.getValue();
        });
    }

    void add(QueryResult answer) {
        if (hasProgress(answer)) {
            run = answer.asOf().run();
            answer.asOf()
                    .progress()
                    .forEach((partition, place) -> offsets.merge(partition, place.nextOffset(), Math::max));
        }
    }

    /** Adds what somebody else has seen; of two runs, the other's is taken for the last, as it may have had events after its offsets. */
    void add(SeenProgress other) {
        run = other.run == null ? run : other.run;
        other.offsets.forEach((partition, offset) -> offsets.merge(partition, offset, Math::max));
    }

    /** Whether it has all events that another has; of two runs nobody knows. */
    boolean includes(SeenProgress other) {
        return Objects.equals(run, other.run)
                && other.offsets.entrySet().stream()
                        .allMatch(each -> offsets.getOrDefault(each.getKey(), 0L) >= each.getValue());
    }

    /**
     * No answer would ever have events that the topic does not.
     *
     * @param ends of the topic's partitions
     */
    void requireWithin(Map<Integer, Long> ends) {
        for (Map.Entry<Integer, Long> seen : offsets.entrySet()) {
            long end = ends.getOrDefault(seen.getKey(), 0L);
            if (seen.getValue() > end) {
                throw Failure.of(
                        SqlState.NOT_IN_STATE,
                        "The client has seen events up to offset " + seen.getValue() + " of partition " + seen.getKey()
                                + ", and the topic of events ends at " + end
                                + ": it is another one. Connect again; over HTTP, leave Aim-Freshness out.");
            }
        }
    }

    /** Of all jobs that a client has asked, by their schemas; the first job's is {@link Tables#SCHEMA}. */
    static final class OfJobs {
        private final Map<String, SeenProgress> jobs = new TreeMap<>();

        SeenProgress of(String schema) {
            return jobs.computeIfAbsent(schema, any -> new SeenProgress());
        }

        /** @throws Failure if it is no {@link #text} */
        static OfJobs read(String text) {
            OfJobs all = new OfJobs();
            for (String one : text.split(BETWEEN_JOBS)) {
                Matcher name = NAME.matcher(one);
                boolean isNamed = name.lookingAt();
                all.of(isNamed ? name.group(1) : Tables.SCHEMA)
                        .add(SeenProgress.read(isNamed ? one.substring(name.end()) : one));
            }
            return all;
        }

        /** For {@link #read}: that of the first job has no name before it. */
        String text() {
            return jobs.entrySet().stream()
                    .filter(job -> !job.getValue().text().isEmpty())
                    .map(job -> (job.getKey().equals(Tables.SCHEMA) ? "" : job.getKey() + ":")
                            + job.getValue().text())
                    .collect(Collectors.joining(BETWEEN_JOBS));
        }

        void add(OfJobs other) {
            other.jobs.forEach((schema, seen) -> of(schema).add(seen));
        }

        boolean includes(OfJobs other) {
            return other.jobs.entrySet().stream()
                    .allMatch(job -> of(job.getKey()).includes(job.getValue()));
        }
    }

    private static boolean hasProgress(QueryResult answer) {
        return answer.asOf() != null && answer.asOf().progress() != null;
    }

    /** Up to where an answer must have all events. */
    Map<Integer, Long> offsets() {
        return Map.copyOf(offsets);
    }
}
