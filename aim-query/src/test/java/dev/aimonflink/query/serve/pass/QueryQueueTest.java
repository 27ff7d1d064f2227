package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.TestPartition;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static org.assertj.core.api.Assertions.assertThat;

/** Which queries get a place in a pass: none that has expired, and none at the cost of other clients. */
@ParameterizedClass
@EnumSource(ScanMode.class)
class QueryQueueTest {
    private final TestPartition test;
    private final Partition partition;

    QueryQueueTest(ScanMode mode) {
        test = TestPartition.in(mode, CALLS_TODAY, CALLS_THIS_WEEK);
        partition = test.partition;
    }

    @Test
    void shouldNeverScanForAnExpiredQuery() {
        test.fill(1);
        for (int i = 0; i < 2_000; i++) {
            partition.submit(new Asker("dead " + i, "dead", test.epochMs), new SumOf(CALLS_TODAY));
        }
        test.submit("living", new SumOf(CALLS_TODAY));
        assertThat(partition.queries().size())
                .as("expired queries take no place")
                .isEqualTo(1);
        test.finish();
        assertThat(test.answers).extracting(Part::requestKey).containsExactly("living");
        assertThat(test.sum("living")).isEqualTo(new Sum(1, 1));
        assertThat(partition.queries().expired()).isEqualTo(2_000);
    }

    @Test
    void shouldDropWhatExpiresWhileItWaits() {
        test.fill(2 * Block.ROWS);
        test.submit("running", new SumOf(CALLS_TODAY));
        test.step();
        for (int i = 1; i < QueryQueue.MAX_QUERIES_IN_FLIGHT; i++) {
            partition.submit(new Asker("dying " + i, "dying", test.epochMs + 1), new SumOf(CALLS_TODAY));
        }
        test.epochMs++;
        test.submit("living", new SumOf(CALLS_THIS_WEEK));
        assertThat(partition.queries().size()).isEqualTo(2);
        test.submit("dying", "dying", new SumOf(CALLS_TODAY));
        test.epochMs = TestPartition.DEADLINE_MS;
        test.finish();
        assertThat(test.answers)
                .as("only what was being scanned when its time ran out")
                .extracting(Part::requestKey)
                .containsExactly("running");
    }

    @Test
    void shouldShareBetweenThoseForWhomAClientAsksAsBetweenClients() {
        test.fill(1);
        for (int i = 0; i < 10_000; i++) {
            submitFor("greedy", "many " + i, new TestPartition.Given(new Sum(1, i)));
        }
        test.step();
        test.answers.clear();
        submitFor("modest", "one", new SumOf(CALLS_TODAY));
        while (test.answers.stream().noneMatch(each -> each.requestKey().equals("one"))) {
            test.step();
        }
        assertThat(test.sum("one")).isEqualTo(new Sum(1, 1));
        assertThat(test.answers).hasSizeLessThanOrEqualTo(1 + FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS + 2);
        assertThat(partition.queries().cancel("gateway", "many 100"))
                .as("by the client")
                .isEqualTo(1);
    }

    private void submitFor(String user, String request, Scannable query) {
        partition.submit(
                new Asker(request, request, "gateway", "gateway/" + user, TestPartition.DEADLINE_MS, false, 0), query);
    }

    @Test
    void shouldDelayAnotherClientByNoMoreThanAPass() {
        test.fill(1);
        for (int i = 0; i < 10_000; i++) {
            test.submit("many " + i, "greedy", new TestPartition.Given(new Sum(1, i)));
        }
        assertThat(test.answers).as("refused").hasSize(10_000 - QueryQueue.MAX_QUERIES_IN_FLIGHT);
        test.step();
        test.answers.clear();
        test.submit("one", "modest", new SumOf(CALLS_TODAY));
        assertThat(test.answer("many " + (QueryQueue.MAX_QUERIES_IN_FLIGHT - 1))
                        .error()
                        .code())
                .as("the newest query of the greedy client makes room")
                .isEqualTo(QueryError.Code.OVERLOADED);
        while (test.answers.stream().noneMatch(each -> each.requestKey().equals("one"))) {
            test.step();
        }
        assertThat(test.sum("one")).isEqualTo(new Sum(1, 1));
        assertThat(test.answers)
                .as("one refusal, a pass of 64, and the turn of the first of the next")
                .hasSizeLessThanOrEqualTo(1 + FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS + 2);
    }

    private static void assertCancelled(Part part) {
        assertThat(part.partial()).isNull();
        assertThat(part.error().code()).isEqualTo(QueryError.Code.CANCELLED);
    }

    @Test
    void shouldCancelWhatWaitsForAPass() {
        test.fill(1);
        test.submit("one", new SumOf(CALLS_TODAY));
        test.submit("other", new SumOf(CALLS_THIS_WEEK));
        assertThat(partition.queries().cancel("client", "one")).isEqualTo(1);
        assertCancelled(test.answer("one"));
        test.finish();
        assertThat(test.sum("other")).isEqualTo(new Sum(1, 1));
        assertThat(test.answers).hasSize(2);
    }

    @Test
    void shouldCancelWhatIsScanned() {
        test.fill(2 * Block.ROWS);
        test.submit("one", new SumOf(CALLS_TODAY));
        test.step();
        test.step();
        assertThat(partition.queries().cancel("client", "one")).isEqualTo(1);
        assertCancelled(test.answer("one"));
        test.finish();
        assertThat(partition.queries().size()).isZero();
        test.submit("next", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.sum("next")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
    }

    @Test
    void shouldGoOnWithAScanThatAnotherRequestShares() {
        test.fill(2 * Block.ROWS);
        test.submit("one", new SumOf(CALLS_TODAY));
        test.submit("equal", "other client", new SumOf(CALLS_TODAY));
        test.step();
        test.step();
        test.step();
        assertThat(partition.queries().cancel("client", "one")).isEqualTo(1);
        test.finish();
        assertCancelled(test.answer("one"));
        assertThat(test.sum("equal")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
    }

    @Test
    void shouldCancelNoRequestOfAnotherClientAndNoneThatIsAnswered() {
        test.fill(1);
        test.submit("one", new SumOf(CALLS_TODAY));
        assertThat(partition.queries().cancel("other client", "one")).isZero();
        assertThat(partition.queries().cancel("client", "two")).isZero();
        test.finish();
        assertThat(partition.queries().cancel("client", "one")).isZero();
        assertThat(test.answers).hasSize(1);
        assertThat(test.sum("one")).isEqualTo(new Sum(1, 1));
    }

    /** Whatever a pass is doing when one of its requests is cancelled, each request has one answer, which is right or the error. */
    @RepeatedTest(20)
    void shouldAnswerEachRequestOnceWhateverIsCancelledWhen() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        test.fill(2 * Block.ROWS);
        Map<String, Long> expected = new HashMap<>();
        Set<String> cancelled = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            switch (random.nextInt(4)) {
                case 0 -> {
                    boolean isOfDay = random.nextBoolean();
                    expected.put("request " + i, 2L * Block.ROWS);
                    test.submit("request " + i, "client " + i % 3, new SumOf(isOfDay ? CALLS_TODAY : CALLS_THIS_WEEK));
                }
                case 1 -> {
                    // One of the newest, which are probably on their way.
                    int other = Math.max(0, i - 1 - random.nextInt(4));
                    if (partition.queries().cancel("client " + other % 3, "request " + other) > 0) {
                        cancelled.add("request " + other);
                    }
                }
                default -> test.step();
            }
        }
        test.finish();
        assertThat(test.answers)
                .as("seed %d", seed)
                .extracting(Part::requestKey)
                .containsExactlyInAnyOrderElementsOf(expected.keySet());
        for (Part part : test.answers) {
            if (cancelled.contains(part.requestKey())) {
                assertCancelled(part);
            } else {
                assertThat(TestPartition.sumOf(part))
                        .as("seed %d: %s", seed, part)
                        .isEqualTo(new Sum(expected.get(part.requestKey()), expected.get(part.requestKey())));
            }
        }
        assertThat(cancelled).as("seed %d", seed).isNotEmpty();
        assertThat(partition.queries().size()).isZero();
    }

    @Test
    void shouldCountEqualQueriesOfAClientOnceInAPass() {
        test.fill(1);
        for (int i = 0; i < FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS; i++) {
            test.submit("different " + i, new TestPartition.Given(new Sum(1, i)));
        }
        test.submit("one more", new TestPartition.Given(new Sum(1, FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS)));
        test.submit("equal", new TestPartition.Given(new Sum(1, 0)));
        while (test.answers.size() <= FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS) {
            assertThat(test.step()).as("one waits").isTrue();
        }
        assertThat(test.answers).extracting(Part::requestKey).contains("equal").doesNotContain("one more");
        test.finish();
        assertThat(test.sum("one more")).isEqualTo(new Sum(1, FairQueue.MAX_QUERIES_OF_CLIENT_IN_PASS));
    }

    @Test
    void shouldRefuseMoreQueriesThanItsLimit() {
        test.fill(2 * Block.ROWS);
        test.submit("running", new SumOf(CALLS_TODAY));
        test.step();
        for (int i = 1; i < QueryQueue.MAX_QUERIES_IN_FLIGHT; i++) {
            test.submit("waiting " + i, new SumOf(CALLS_TODAY));
        }
        assertThat(test.answers).isEmpty();
        test.submit("one too many", new SumOf(CALLS_TODAY));
        assertThat(test.answer("one too many").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.OVERLOADED, "More than 1024 queries are in flight. Ask again later."));
        assertThat(test.sum("one too many")).isNull();
        assertThat(partition.queries().size()).isEqualTo(QueryQueue.MAX_QUERIES_IN_FLIGHT);
        test.finish();
        assertThat(test.answers).hasSize(QueryQueue.MAX_QUERIES_IN_FLIGHT + 1);
        test.submit("later", new SumOf(CALLS_TODAY));
        test.finish();
        assertThat(test.answer("later").error()).isNull();
    }
}
