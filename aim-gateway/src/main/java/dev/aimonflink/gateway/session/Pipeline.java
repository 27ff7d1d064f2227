package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.query.ask.answer.SqlBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Statements for one job that a client executes in a block without waiting. Once it waits, they are asked together, so that all see the
 * same moment. What is written behind them meanwhile is sent behind their rows.
 *
 * <pre>
 *   client                                                  gateway
 *   Bind a, Execute a, Bind b, Describe b, Execute b   ->
 *   Sync                                               ->   asks a and b
 *                                                      <-   BindComplete, rows of a, BindComplete, RowDescription, rows of b
 * </pre>
 *
 * If one fails, the effects of later messages are undone, because PostgreSQL skips these.
 */
final class Pipeline {
    /** The most characters in texts and values of all waiting statements, which must fit one request. */
    static final int MAX_CHARACTERS = 16 << 10;

    private static final int CHARACTERS_OF_A_VALUE = 16;

    private final SessionState state;
    private final RowSender rows;
    private final JobBatch together;
    private final BackendWriter out;
    private final List<Waiting> all = new ArrayList<>();
    private String failedText = "";

    private record Waiting(Portal portal, int maxRows, int place, Runnable undoing) {
        JobBatch.Asked asked() {
            return new JobBatch.Asked(
                    ((StatementPlanner.OfMatrix) portal.planned()).statement(), portal.text(), portal.values());
        }
    }

    Pipeline(SessionState state, StatementExecutor execution, RowSender rows, BackendWriter out) {
        this.state = state;
        this.rows = rows;
        this.together = new JobBatch(state, execution);
        this.out = out;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Whether a portal, null if missing, can wait together with the waiting ones. */
    boolean hasRoomFor(Portal portal) {
        if (!state.transaction().isBlock() || state.transaction().hasFailed()) {
            return false;
        }
        if (portal == null
                || portal.hasBegun()
                || !(portal.planned() instanceof StatementPlanner.OfMatrix ofMatrix)
                || !ofMatrix.statement().canBeInABatch()) {
            return false;
        }
        long before = all.stream().mapToLong(each -> charactersOf(each.portal)).sum();
        return all.isEmpty()
                || (all.size() < SqlBatch.MAX_STATEMENTS
                        && all.get(0)
                                .asked()
                                .statement()
                                .job()
                                .equals(ofMatrix.statement().job())
                        && before + charactersOf(portal) <= MAX_CHARACTERS
                        && all.stream().noneMatch(each -> each.portal == portal));
    }

    private static long charactersOf(Portal portal) {
        return portal.text().length()
                + portal.valueBytes()
                + (long) CHARACTERS_OF_A_VALUE * portal.values().size();
    }

    void add(Portal portal, int maxRows) {
        all.add(new Waiting(portal, maxRows, out.size(), state.undoing()));
    }

    /**
     * Asks all waiting ones, and writes their rows where they belong.
     *
     * @throws Failure of the first that fails, after the rows of earlier ones are written; lack of time for all counts as the first one's
     */
    void answer() throws IOException {
        List<Waiting> asked = List.copyOf(all);
        all.clear();
        if (asked.isEmpty()) {
            return;
        }
        int begin = asked.get(0).place;
        byte[] behind = out.cut(begin);
        int next = 0;
        try {
            JobBatch.Answers answers =
                    together.answers(asked.stream().map(Waiting::asked).toList());
            for (; next < answers.rows().size(); next++) {
                send(asked.get(next), answers.rows().get(next));
                int end = next + 1 < asked.size() ? asked.get(next + 1).place - begin : behind.length;
                out.append(Arrays.copyOfRange(behind, asked.get(next).place - begin, end));
            }
            if (answers.failure() != null) {
                asked.get(next).portal.begin();
                throw answers.failure();
            }
        } catch (RuntimeException | StackOverflowError failed) {
            failedText = asked.get(next).portal.text();
            asked.get(next).undoing.run();
            throw failed;
        }
    }

    /** The text of the statement that failed last. */
    String failedText() {
        return failedText;
    }

    private void send(Waiting one, ResultRows returned) throws IOException {
        one.portal.begin();
        one.portal.ran(returned);
        state.portals().requireRoom();
        rows.send(one.portal, one.maxRows);
    }
}
