package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.experiment.Answers;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.lab.meter.QueryClients.Ended;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.AnswerComparison.Outcome;
import dev.aimonflink.lab.twin.RowComparison;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Counts right and wrong answers, with a sentence on each of the first wrong ones. Thread-safe. */
public final class AnswerChecks {
    private static final int MAX_COMPLAINTS = 20;

    /** Calls with drawn parameters per query: over millions of rows, recomputing an answer takes seconds. */
    private static final int DRAWN_CALLS = 1;

    /** Questions for single subscribers, whose every value is compared. */
    private static final int SUBSCRIBERS = 20;

    private final List<String> complaints = new ArrayList<>();
    private int verified;
    private int wrong;
    private int timeouts;

    /** A time-out is counted separately, as slow, not wrong; any other missing answer is wrong. */
    public synchronized boolean isAnswered(Ended ended) {
        QueryResult result = ended.result();
        String reason = Asking.unanswered(result, ended.failure());
        if (reason != null && result != null && result.status() == QueryResult.Status.TIMEOUT) {
            timeouts++;
        } else if (reason != null) {
            complain(ended.call() + ": " + reason);
        }
        return reason == null;
    }

    public void check(Truth truth, Ended ended) {
        if (isAnswered(ended)) {
            List<List<Object>> expected = truth.answer(ended.call());
            List<List<Object>> actual = ended.result().rows();
            if (RowComparison.areEqual(expected, actual)) {
                count(1);
            } else {
                complain(ended.call(), expected, actual);
            }
        }
    }

    public void checkCount(String what, long expected, long actual) {
        if (expected == actual) {
            count(1);
        } else {
            complain(what + ": " + actual + " where " + expected + " is right");
        }
    }

    private void complain(AskedQuery call, Object expected, Object actual) {
        complain(call + ": the answer is " + actual + " where " + expected + " is right");
    }

    public synchronized void complain(String sentence) {
        wrong++;
        if (complaints.size() < MAX_COMPLAINTS) {
            complaints.add(sentence);
        }
    }

    /** Compares the answers of a job with the truth, as the demo does at its end. */
    void ask(QueryClient client, Setup setup, Truth truth) {
        CallGenerator parameters = new CallGenerator(~setup.seed(), ParameterRanges.PAPER, setup.subscribers());
        SplittableRandom random = new SplittableRandom(~setup.seed());
        List<EntityId> subscribers = random.longs(SUBSCRIBERS, 0, setup.subscribers())
                .mapToObj(EntityId::of)
                .toList();
        count(new AnswerComparison(client::ask, truth.model(), truth)
                .run(Workload.comparedQuestions(truth.texts(), parameters, DRAWN_CALLS), subscribers, truth.rows()));
    }

    synchronized void add(AnswerChecks other) {
        verified += other.answers().verified();
        wrong += other.answers().wrong();
        timeouts += other.answers().timeouts();
        other.complaints().stream().limit(MAX_COMPLAINTS - complaints.size()).forEach(complaints::add);
    }

    public void count(Outcome outcome) {
        outcome.differences().forEach(each -> complain(each.call(), each.expected(), each.actual()));
        // One answer may differ in several values.
        count(Math.max(0, outcome.asked() - outcome.differences().size()));
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
