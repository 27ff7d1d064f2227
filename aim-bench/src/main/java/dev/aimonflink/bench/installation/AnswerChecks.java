package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.Rows;
import dev.aimonflink.clients.query.Verification.Outcome;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import java.util.ArrayList;
import java.util.List;

/** Counts right and wrong answers, and keeps a sentence on each of the first wrong ones. For any thread. */
public final class AnswerChecks {
    private static final int MAX_COMPLAINTS = 20;

    private final List<String> complaints = new ArrayList<>();
    private int verified;
    private int wrong;
    private int timeouts;

    /**
     * Returns whether a question has an answer. Counts a time-out by itself, because it is slow and not wrong; any other missing
     * answer counts as a wrong one.
     *
     * @param result null if there is a failure
     */
    public boolean isAnswered(QueryCall call, QueryResult result, Throwable failure) {
        String reason = Asking.unanswered(result, failure);
        if (reason != null && result != null && result.status() == QueryResult.Status.TIMEOUT) {
            countTimeout();
        } else if (reason != null) {
            complain(call + ": " + reason);
        }
        return reason == null;
    }

    private synchronized void countTimeout() {
        timeouts++;
    }

    /** Compares an answer, if there is one, with the truth. */
    public void check(Truth truth, QueryCall call, QueryResult result, Throwable failure) {
        if (!isAnswered(call, result, failure)) {
            return;
        }
        List<List<Object>> expected = truth.answer(call);
        if (Rows.areEqual(expected, result.rows())) {
            count(1);
        } else {
            complain(call + ": the answer is " + result.rows() + " where " + expected + " is right");
        }
    }

    /** Compares two counts. */
    public void checkCount(String what, long expected, long actual) {
        if (expected == actual) {
            count(1);
        } else {
            complain(what + ": " + actual + " where " + expected + " is right");
        }
    }

    /** Counts an answer that is not what it should be. */
    public synchronized void complain(String sentence) {
        wrong++;
        if (complaints.size() < MAX_COMPLAINTS) {
            complaints.add(sentence);
        }
    }

    /** Adds the outcome of the final verification. */
    void add(Outcome outcome) {
        outcome.differences()
                .forEach(each -> complain(
                        each.call() + ": the answer is " + each.actual() + " where " + each.expected() + " is right"));
        count(outcome.asked() - outcome.differences().size());
    }

    /** Adds the counts and sentences of another. */
    synchronized void add(AnswerChecks other) {
        verified += other.answers().verified();
        wrong += other.answers().wrong();
        timeouts += other.answers().timeouts();
        other.complaints().stream().limit(MAX_COMPLAINTS - complaints.size()).forEach(complaints::add);
    }

    private synchronized void count(int more) {
        verified += more;
    }

    public synchronized Answers answers() {
        return new Answers(verified, wrong, timeouts);
    }

    public synchronized List<String> complaints() {
        return List.copyOf(complaints);
    }
}
