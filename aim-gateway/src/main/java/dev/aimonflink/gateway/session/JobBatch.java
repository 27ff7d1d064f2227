package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Asks several statements for one job in one request, so that all see the same moment. Such a request fails as a whole. So after an error
 * those before the failed statement are asked again; and if that is unknown, as for too many rows in total, each is asked by itself,
 * unless they need one moment.
 */
final class JobBatch {
    /** Separates two texts, the first of which may end with a comment. */
    private static final String BETWEEN = "\n;\n";

    private final SessionState state;
    private final StatementExecutor execution;

    JobBatch(SessionState state, StatementExecutor execution) {
        this.state = state;
        this.execution = execution;
    }

    record Asked(MatrixStatement statement, String text, List<Object> values) {}

    /**
     * @param rows of those before the first that fails
     * @param failure of that one, at a place in its own text; or null
     */
    record Answers(List<ResultRows> rows, Failure failure) {}

    Answers answers(List<Asked> all) {
        Failure first = null;
        List<Asked> before = all;
        while (!before.isEmpty()) {
            try {
                return new Answers(rows(before), first);
            } catch (Failure failure) {
                if (failure.position() == 0 && before.size() > 1 && failure.state() != SqlState.CANCELLED) {
                    return state.needsOneMoment() ? new Answers(List.of(), failure) : oneByOne(before, first);
                }
                int failed = 0;
                int begin = 0;
                while (failed < before.size() - 1 && begin + lengthOf(before.get(failed)) < failure.position()) {
                    begin += lengthOf(before.get(failed));
                    failed++;
                }
                first = failure.behind(-begin);
                before = before.subList(0, failed);
            }
        }
        return new Answers(List.of(), first);
    }

    private static int lengthOf(Asked one) {
        return one.text.length() + BETWEEN.length();
    }

    private List<ResultRows> rows(List<Asked> asked) {
        return execution.ask(
                asked.stream().map(Asked::statement).toList(),
                asked.stream().map(Asked::text).collect(Collectors.joining(BETWEEN)),
                asked.stream().flatMap(each -> each.values.stream()).toList());
    }

    /** @param behind the error of a later one, or null */
    private Answers oneByOne(List<Asked> asked, Failure behind) {
        List<ResultRows> rows = new ArrayList<>();
        for (Asked each : asked) {
            try {
                rows.addAll(rows(List.of(each)));
            } catch (Failure failure) {
                return new Answers(rows, failure);
            }
        }
        return new Answers(rows, behind);
    }
}
