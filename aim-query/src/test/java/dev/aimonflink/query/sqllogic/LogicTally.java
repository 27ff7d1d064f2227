package dev.aimonflink.query.sqllogic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what came of the queries of some files. */
public final class LogicTally {
    static final int MAX_FAILURES = 20;

    private final Map<String, Long> outOfScope = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private int files;
    private long othersLeftOut;
    private long passed;
    private long agreed;
    private long failed;

    void pass() {
        passed++;
    }

    /** Counts an answer that is not that of the file, but that of PostgreSQL. */
    void agree() {
        agreed++;
    }

    void leaveOut(String reason) {
        outOfScope.merge(reason, 1L, Long::sum);
    }

    void fail(String what) {
        failed++;
        if (failures.size() < MAX_FAILURES) {
            failures.add(what);
        }
    }

    void endFile(int recordsOfOthers) {
        files++;
        othersLeftOut += recordsOfOthers;
    }

    public void add(LogicTally other) {
        other.outOfScope.forEach((reason, count) -> outOfScope.merge(reason, count, Long::sum));
        other.failures.stream().limit(MAX_FAILURES - failures.size()).forEach(failures::add);
        files += other.files;
        othersLeftOut += other.othersLeftOut;
        passed += other.passed;
        agreed += other.agreed;
        failed += other.failed;
    }

    int files() {
        return files;
    }

    /** Records for other systems than PostgreSQL. */
    long othersLeftOut() {
        return othersLeftOut;
    }

    long queries() {
        return passed + agreed + failed + outOfScope();
    }

    public long passed() {
        return passed;
    }

    long agreed() {
        return agreed;
    }

    long failed() {
        return failed;
    }

    /** Queries that the engine says it does not support. */
    long outOfScope() {
        return outOfScope.values().stream().mapToLong(Long::longValue).sum();
    }

    public Map<String, Long> reasons() {
        return outOfScope;
    }

    /** The first ones, each with its file, line and text. */
    public List<String> failures() {
        return failures;
    }

    @Override
    public String toString() {
        return "files=%d, queries=%d, passed=%d, as PostgreSQL=%d, out of scope=%d, failed=%d, others left out=%d"
                .formatted(files, queries(), passed, agreed, outOfScope(), failed, othersLeftOut);
    }
}
