package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.TestPartition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Which of the waiting queries a pass takes: all but the long ones, and each of these in its turn. */
class PassChoiceTest {
    private static final long SHORT = PassChoice.SHORT_NANOS / 4;
    private static final long LONG = 3 * PassChoice.SHORT_NANOS;

    private final TestPartition test = new TestPartition();
    private final Partition partition = test.partition;
    private final List<String> opened = new ArrayList<>();

    @BeforeEach
    void fillAndLearn() {
        test.fill(1);
        ask("short 1", SHORT);
        ask("long 1", LONG);
        ask("short 2", SHORT);
        ask("long 2", LONG);
        opened.clear();
        test.answers.clear();
    }

    private void ask(String name, long nanos) {
        test.submit(name, new Taking(name, nanos));
        test.finish();
    }

    private void submit(String client, String name, long nanos) {
        test.submit(name, client, new Taking(name, nanos));
    }

    /** Runs the pass that runs or the next one until its end. */
    private void finishPass() {
        do {
            partition.runSlice(0);
        } while (partition.queries().passRuns());
    }

    private List<String> answered() {
        return test.answers.stream().map(Part::requestKey).toList();
    }

    @Test
    void shouldTakeAllQueriesThatAreShortTogether() {
        submit("a", "short 1", SHORT);
        submit("b", "short 2", SHORT);
        finishPass();
        assertThat(answered()).containsExactly("short 1", "short 2");
    }

    /** They share the reading of their columns. */
    @Test
    void shouldTakeAllQueriesTogetherIfNoneIsFarLongerThanTheShortest() {
        int queries = 50;
        for (int i = 0; i < queries; i++) {
            ask("query " + i, (1 + i % PassChoice.TIMES_THE_SHORTEST) * LONG);
        }
        test.answers.clear();
        for (int i = 0; i < queries; i++) {
            submit("client " + i, "query " + i, LONG);
        }
        finishPass();
        assertThat(answered()).hasSize(queries);
    }

    @Test
    void shouldTakeTheShortOnesBeforeALongOneThatCameFirst() {
        submit("a", "long 1", LONG);
        submit("a", "short 1", SHORT);
        submit("b", "short 2", SHORT);
        finishPass();
        assertThat(answered()).containsExactlyInAnyOrder("short 1", "short 2");
        finishPass();
        assertThat(answered()).hasSize(3).endsWith("long 1");
        assertThat(partition.hasWork()).isFalse();
    }

    @Test
    void shouldTakeALongOneInEveryOtherPassWhileShortOnesCome() {
        submit("a", "long 1", LONG);
        for (int pass = 0; pass < 2; pass++) {
            submit("b", "short 1", SHORT);
            finishPass();
        }
        assertThat(answered()).containsExactly("short 1", "long 1", "short 1");
    }

    @Test
    void shouldTakeOneOfSeveralLongOnes() {
        submit("a", "long 1", LONG);
        submit("a", "long 2", LONG);
        submit("b", "short 1", SHORT);
        finishPass();
        submit("b", "short 2", SHORT);
        finishPass();
        assertThat(answered()).containsExactly("short 1", "long 1", "short 2");
    }

    @Test
    void shouldGiveEachClientATurn() {
        for (int i = 0; i < 10; i++) {
            ask("long " + i, LONG);
        }
        ask("long of another", LONG);
        test.answers.clear();
        for (int i = 0; i < 10; i++) {
            submit("greedy", "long " + i, LONG);
        }
        submit("modest", "long of another", LONG);
        for (int pass = 0; pass < 2 * 2; pass++) {
            submit("third", "short 1", SHORT);
            finishPass();
        }
        assertThat(answered()).contains("long of another");
    }

    @Test
    void shouldAnswerAllEqualQueriesWithTheOneThatIsTaken() {
        submit("a", "long 1", LONG);
        test.submit("equal", "b", new Taking("long 1", LONG));
        submit("b", "short 1", SHORT);
        finishPass();
        finishPass();
        assertThat(answered()).containsExactly("short 1", "long 1", "equal");
        assertThat(opened).containsExactly("short 1", "long 1");
    }

    @Test
    void shouldCancelAQueryThatWaitsForItsTurn() {
        submit("a", "long 1", LONG);
        submit("b", "short 1", SHORT);
        finishPass();
        assertThat(partition.queries().size()).isEqualTo(1);
        assertThat(partition.queries().cancel("a", "long 1")).isEqualTo(1);
        assertThat(test.answer("long 1").error().code()).isEqualTo(QueryError.Code.CANCELLED);
        assertThat(partition.hasWork()).isFalse();
        assertThat(partition.queries().size()).isZero();
    }

    /** A partition that waits for the second round of one would wait for a partition that waits for that of another. */
    @Test
    void shouldTakeEveryQueryThatHasASecondRoundBesideTheShortOnes() {
        Scannable shortOne = new Taking("short", SHORT);
        Scannable first = new Taking("first", LONG, true);
        Scannable second = new Taking("second", LONG, true);
        Scannable longOne = new Taking("long", LONG);
        ScanTimes times = new ScanTimes();
        List.of(first, second, longOne).forEach(each -> times.took(each, LONG));
        times.took(shortOne, SHORT);
        List<WaitingQuery> waiting = Stream.of(shortOne, longOne, first, second)
                .map(each -> new WaitingQuery(new Asker("r", "c", 0), each, new BitSet(), 0))
                .toList();
        assertThat(new PassChoice(times).choose(waiting)).containsExactlyInAnyOrder(first, second, shortOne);
    }

    @Test
    void shouldExpectOfAQueryThatItDoesNotKnowWhatScansTakeInTheMean() {
        for (int i = 0; i < 200; i++) {
            ask("long 1", LONG);
        }
        test.answers.clear();
        submit("a", "unknown", SHORT);
        submit("b", "short 1", SHORT);
        finishPass();
        assertThat(answered()).as("the other one is longer in the mean").containsExactly("short 1");
        submit("b", "long 1", LONG);
        finishPass();
        finishPass();
        assertThat(answered()).containsExactly("short 1", "unknown", "long 1");
    }

    @Test
    void shouldNotTakeUnknownQueriesForLongBecauseOneTookVeryLong() {
        for (int i = 0; i < 200; i++) {
            ask("short 1", SHORT);
        }
        ask("endless", 1_000 * LONG);
        test.answers.clear();
        submit("a", "short 1", SHORT);
        submit("b", "unknown", SHORT);
        finishPass();
        assertThat(answered()).containsExactlyInAnyOrder("short 1", "unknown");
    }

    @Test
    void shouldShareAPassAmongLongScansIfTheShortestIsAsLong() {
        submit("a", "long 1", LONG);
        submit("b", "long 2", LONG);
        finishPass();
        assertThat(answered()).containsExactly("long 1", "long 2");
    }

    /** Takes some time for a block. Equal if it has the same name. */
    private final class Taking implements FakeScan {
        private final String name;
        private final long nanos;
        private final boolean hasSecondRound;

        Taking(String name, long nanos) {
            this(name, nanos, false);
        }

        Taking(String name, long nanos, boolean hasSecondRound) {
            this.name = name;
            this.nanos = nanos;
            this.hasSecondRound = hasSecondRound;
        }

        @Override
        public boolean hasSecondRound() {
            return hasSecondRound;
        }

        @Override
        public Scan open(ScanContext context) {
            opened.add(name);
            return this;
        }

        @Override
        public void scan(Block block, int rows) {
            test.nanos += nanos;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Taking that && name.equals(that.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }
}
