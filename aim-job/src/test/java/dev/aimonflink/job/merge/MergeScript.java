package dev.aimonflink.job.merge;

import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Partitions;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

import static dev.aimonflink.job.merge.MergeHarness.START_MS;
import static dev.aimonflink.job.merge.MergeHarness.TIMEOUT_MS;
import static dev.aimonflink.job.merge.MergeParts.CHECK_INTERVAL_MS;
import static dev.aimonflink.job.merge.MergeParts.UNREGISTERED_MS;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a merger is sent, and what it has to answer. A bar or a new line separates the steps. The key k stands for {@link
 * #KEY}.
 *
 * <pre>
 * register KEY [TIME]               the request, whose deadline is so far from now; else five seconds after the start
 * part KEY INDEX/PARTITIONS ROWS    the part of a partition; then of ATTEMPT, lost EVENTS or unreadable
 * fail KEY INDEX/PARTITIONS CODE MESSAGE
 * pass TIME                         such as 5, timeout-1, 1.5check or 10unregistered
 * forget                            time passes beyond what any timer waits for
 * restart CHECKPOINT [TIME]         after which the job was down for so long
 * silent                            there is no answer since the last one
 * ok KEY ROWS                       there is one answer, which has all rows
 * error KEY CODE [MESSAGE]          there is one answer, which has none
 * answered COUNT/PARTITIONS         so many parts are in the last answer
 * lost EVENTS                       that the last answer lacks
 * kept ENTRIES TIMERS               of the state
 * stale COUNT                       parts of another attempt so far
 * </pre>
 */
final class MergeScript {
    private static final Pattern TIME = Pattern.compile("([0-9.]*)(timeout|check|unregistered)?(-\\d+)?");

    /** The k of a script. The merger knows by such a key which parts are late. */
    static final String KEY = "aim.queries.v1-0-42";

    private final String name;
    private MergeHarness merger;
    private QueryResult answer;

    private MergeScript(String name, MergeHarness merger) {
        this.name = name;
        this.merger = merger;
    }

    /** The scripts of a text, each below its name. */
    static Stream<Arguments> named(String text) {
        return Pattern.compile("\n(?=\\S)").splitAsStream(text).map(script -> {
            String[] parts = script.split("\n", 2);
            return Arguments.of(parts[0], parts[1]);
        });
    }

    /** Returns the merger, which is another one after a restart. */
    static MergeHarness run(String name, MergeHarness merger, String steps) throws Exception {
        MergeScript script = new MergeScript(name, merger);
        for (String step : steps.strip().split("\\s*[|\n]\\s*")) {
            script.run(step);
        }
        return script.merger;
    }

    private void run(String step) throws Exception {
        String where = name + ": " + step;
        String[] words = step.split(" ");
        if (words.length > 1 && words[1].equals("k")) {
            words[1] = KEY;
        }
        switch (words[0]) {
            case "register" ->
                merger.register(MergeHarness.request(
                        words[1], words.length == 2 ? START_MS + TIMEOUT_MS : merger.nowMs() + millis(words[2])));
            case "part" -> merger.process(part(words));
            case "fail" -> merger.process(MergeHarness.withError(error(step, 3), part(words[1], words[2], 0)));
            case "pass" -> pass(where, millis(words[1]));
            case "forget" -> pass(where, 2 * UNREGISTERED_MS + TIMEOUT_MS);
            case "restart" ->
                merger = merger.restart(Integer.parseInt(words[1]), words.length == 2 ? 0 : millis(words[2]));
            case "silent" -> assertThat(merger.answers()).as(where).isEmpty();
            case "ok" -> {
                assertAnswer(where, words[1], Status.OK);
                assertThat(answer.error()).as(where).isNull();
                assertThat(answer.rows()).as(where).containsExactly(List.of(Long.parseLong(words[2]), 0L));
            }
            case "error" -> {
                Code code = Code.valueOf(words[2]);
                assertAnswer(where, words[1], code == Code.TIMED_OUT ? Status.TIMEOUT : Status.ERROR);
                assertThat(answer.rows()).as(where).isEmpty();
                assertThat(answer.error().code()).as(where).isEqualTo(code);
                if (words.length > 3) {
                    assertThat(answer.error()).as(where).isEqualTo(error(step, 2));
                }
            }
            case "answered" ->
                assertThat(answer.partitions())
                        .as(where)
                        .isEqualTo(new Partitions(number(words[1], 0), number(words[1], 1)));
            case "lost" -> assertThat(answer.asOf().lost()).as(where).isEqualTo(Long.parseLong(words[1]));
            case "kept" ->
                assertThat(merger.stateEntries() + " " + merger.timers())
                        .as(where)
                        .isEqualTo(words[1] + " " + words[2]);
            case "stale" ->
                assertThat(merger.counter(AimMetrics.STALE_PARTS)).as(where).isEqualTo(Long.parseLong(words[1]));
            default -> throw new IllegalArgumentException("There is no step '" + step + "'.");
        }
    }

    private Part part(String[] words) {
        Part part = part(words[1], words[2], Long.parseLong(words[3]));
        return switch (words.length == 4 ? "" : words[4]) {
            case "of" -> MergeHarness.ofAttempt(Long.parseLong(words[5]), part);
            case "lost" -> MergeHarness.withCut(lacking(Long.parseLong(words[5])), part);
            case "unreadable" -> MergeHarness.withPartial(new byte[3], part);
            default -> part;
        };
    }

    private static Cut lacking(long lostEvents) {
        return new Cut(START_MS, START_MS, List.of(20_777, 2_968), null, lostEvents, 0);
    }

    private Part part(String key, String source, long rows) {
        return merger.part(key, number(source, 0), number(source, 1), rows);
    }

    private static int number(String pair, int index) {
        return Integer.parseInt(pair.split("/")[index]);
    }

    /** The code at a word, and the message behind it. */
    private static QueryError error(String step, int word) {
        String[] words = step.split(" ", word + 2);
        return new QueryError(Code.valueOf(words[word]), words[word + 1]);
    }

    private static long millis(String time) {
        Matcher parts = TIME.matcher(time);
        if (!parts.matches()) {
            throw new IllegalArgumentException("There is no time '" + time + "'.");
        }
        String unit = parts.group(2) == null ? "" : parts.group(2);
        long unitMs =
                switch (unit) {
                    case "timeout" -> TIMEOUT_MS;
                    case "check" -> CHECK_INTERVAL_MS;
                    case "unregistered" -> UNREGISTERED_MS;
                    default -> 1;
                };
        double times = parts.group(1).isEmpty() ? 1 : Double.parseDouble(parts.group(1));
        return (long) (times * unitMs) + (parts.group(3) == null ? 0 : Long.parseLong(parts.group(3)));
    }

    private void pass(String where, long millis) throws Exception {
        long untilMs = merger.nowMs() + millis;
        merger.pass(millis);
        assertThat(merger.nowMs()).as(where).isEqualTo(untilMs);
    }

    private void assertAnswer(String where, String key, Status status) {
        answer = assertThat(merger.answers()).as(where).singleElement().actual();
        assertThat(answer.status()).as(where).isEqualTo(status);
        assertThat(answer.requestId()).as(where).isEqualTo("id of " + key);
        assertThat(answer.clientId()).as(where).isEqualTo("client of " + key);
        assertThat(answer.query()).as(where).isEqualTo("verify");
        assertThat(answer.asOf() == null)
                .as("%s: no cut", where)
                .isEqualTo(answer.partitions().answered() == 0);
    }
}
