package dev.aimonflink.query.serve.mode;

import dev.aimonflink.query.serve.mode.PaperPolicy.Elasticity;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PoliciesTest {
    private static final int ROWS = 1_000_000;
    private static final long PASS_NANOS = 3_000_000;

    private static Outlook outlook(int queries, int newRows, int oldRows, int readColumns, int cells, long events) {
        return new Outlook(
                queries, queries * PASS_NANOS, ROWS, newRows, oldRows, readColumns, cells, events, PASS_NANOS, false);
    }

    private static ScanMode settled(ScanPolicy policy, Outlook outlook) {
        ScanMode mode = ScanMode.S2;
        for (int pass = 0; pass < 50; pass++) {
            mode = policy.choose(outlook, mode);
        }
        return mode;
    }

    // ---- of the paper

    private static ScanMode paper(Elasticity elasticity, Outlook outlook) {
        return new PaperPolicy(0.5, elasticity).choose(outlook, ScanMode.S1);
    }

    @Test
    void shouldTransferForAQueryThatReadsHalfOfWhatIsFresh() {
        assertThat(paper(Elasticity.NONE, outlook(1, 500, 0, 7, 12, 500))).isEqualTo(ScanMode.S2);
        assertThat(paper(Elasticity.NONE, outlook(1, 500, 0, 6, 12, 500))).isEqualTo(ScanMode.S2);
        assertThat(paper(Elasticity.NONE, outlook(1, 500, 0, 5, 12, 500))).isEqualTo(ScanMode.S3_IS);
        assertThat(paper(Elasticity.HYBRID, outlook(1, 500, 0, 5, 12, 500))).isEqualTo(ScanMode.S3_NI);
        assertThat(paper(Elasticity.COLOCATION, outlook(1, 500, 0, 5, 12, 500))).isEqualTo(ScanMode.S1);
        assertThat(new PaperPolicy(0.4, Elasticity.NONE).choose(outlook(1, 500, 0, 5, 12, 500), ScanMode.S1))
                .isEqualTo(ScanMode.S2);
    }

    @Test
    void shouldTransferForABatch() {
        assertThat(paper(Elasticity.NONE, outlook(2, 500, 0, 2, 12, 500))).isEqualTo(ScanMode.S2);
    }

    /** Events change whole rows. So the rule does not see how many wait, and lets them wait for ever. */
    @Test
    void shouldDecideByColumnsHoweverManyRowsAreFresh() {
        for (int oldRows = 0; oldRows <= ROWS; oldRows += ROWS / 10) {
            assertThat(paper(Elasticity.NONE, outlook(1, 500, oldRows, 2, 12, 500)))
                    .as("%d rows", oldRows)
                    .isEqualTo(ScanMode.S3_IS);
        }
    }

    // ---- by costs

    @Test
    void shouldScanOnBothThreadsWhereThereAreFewEvents() {
        assertThat(settled(new CostPolicy(true), outlook(1, 0, 0, 2, 12, 0))).isEqualTo(ScanMode.S3_NI);
    }

    @Test
    void shouldScanShortQueriesBetweenEventsWhereThereAreFew() {
        Outlook small = new Outlook(1, 100_000, 10_000, 0, 0, 2, 12, 0, PASS_NANOS, false);
        assertThat(settled(new CostPolicy(true), small)).isEqualTo(ScanMode.S1);
    }

    /** What is applied of events that wait is no more than a thread that scans leaves them. */
    @Test
    void shouldLeaveTheThreadToEventsThatWait() {
        Outlook ofThreadThatScans = new Outlook(1, PASS_NANOS, ROWS, 500, 0, 2, 12, 500, PASS_NANOS, true);
        Outlook ofOther = new Outlook(1, PASS_NANOS, ROWS, 500, 0, 2, 12, 1_500, PASS_NANOS, true);
        CostPolicy policy = new CostPolicy(true);
        ScanMode mode = ScanMode.S3_NI;
        for (int pass = 0; pass < 10; pass++) {
            mode = policy.choose(mode.isOnTask() ? ofThreadThatScans : ofOther, mode);
        }
        assertThat(mode).isEqualTo(ScanMode.S2);
    }

    /** A thread beside which a pass runs shows by what it applies how many come. */
    @Test
    void shouldNotTakeTheThreadToBeSaturatedByWhatItWasBefore() {
        Outlook idle = new Outlook(1, PASS_NANOS, ROWS, 0, 0, 2, 12, 10, PASS_NANOS, true);
        CostPolicy policy = new CostPolicy(true);
        ScanMode mode = ScanMode.S2;
        for (int pass = 0; pass < 10 && mode == ScanMode.S2; pass++) {
            mode = policy.choose(idle, mode);
        }
        assertThat(mode).isEqualTo(ScanMode.S3_NI);
    }

    /** A pass that helps is shorter than one that merges, but copies old rows each time. */
    @Test
    void shouldNotCopyOldRowsForEver() {
        CostPolicy policy = new CostPolicy(true);
        ScanMode mode = ScanMode.S3_NI;
        int passes = 0;
        for (int oldRows = 40_000; oldRows > 0 && passes < 100; passes++) {
            mode = policy.choose(new Outlook(1, 20_000_000, ROWS, 0, oldRows, 2, 12, 0, 20_000_000, false), mode);
            assertThat(mode).isEqualTo(ScanMode.S3_NI);
            oldRows = policy.isMergeDue() ? 0 : oldRows;
        }
        assertThat(passes).isLessThan(10);
    }

    /** It gives no block back before its end, so all rows that change meanwhile would wait. */
    @Test
    void shouldMergeInAPassInWhichMoreRowsWillChangeThanMayWait() {
        Outlook longPass = new Outlook(1, 1_000_000_000, ROWS, 2_000, 2_000, 2, 546, 60_000, 1_000_000_000, false);
        assertThat(settled(new CostPolicy(true), longPass).isMerging()).isTrue();
    }

    @Test
    void shouldLeaveTheThreadToEventsWhereThereAreMany() {
        assertThat(settled(new CostPolicy(true), outlook(1, 1_500, 0, 2, 12, 1_500)))
                .isEqualTo(ScanMode.S2);
    }

    @Test
    void shouldScanBetweenEventsWhereNoCoreIsIdle() {
        assertThat(settled(new CostPolicy(false), outlook(1, 1_500, 0, 2, 12, 1_500)))
                .isEqualTo(ScanMode.S1);
    }

    @Test
    void shouldNotMergeRowsThatChangeAllTheTimeForFewOfTheirColumns() {
        assertThat(settled(new CostPolicy(true), outlook(1, 2_000, 2_000, 2, 546, 20_000)))
                .isEqualTo(ScanMode.S3_IS);
    }

    @Test
    void shouldMergeRowsThatChangeOnce() {
        assertThat(settled(new CostPolicy(true), outlook(1, 1_800, 0, 2, 546, 1_800)))
                .isEqualTo(ScanMode.S2);
    }

    /** As soon as they have been copied for what it costs to merge them, and not sooner. */
    @Test
    void shouldMergeRowsThatChangeNoMoreAfterAWhile() {
        CostPolicy policy = new CostPolicy(true);
        ScanMode mode = ScanMode.S3_IS;
        int passes = 0;
        while (!policy.isMergeDue() && passes < 100) {
            mode = policy.choose(outlook(1, 1_000, 20_000, 2, 546, 10_000), mode);
            passes++;
        }
        assertThat(passes).isBetween(5, 15);
    }

    @Test
    void shouldMergeWhereMostColumnsAreRead() {
        assertThat(settled(new CostPolicy(true), outlook(1, 2_000, 0, 12, 12, 20_000)))
                .isEqualTo(ScanMode.S2);
    }

    /** Short ones would be over sooner in slices, and long ones on both threads. */
    @Test
    void shouldNotFollowEachQuery() {
        final long seed = 27;
        final Random random = new Random(seed);
        CostPolicy policy = new CostPolicy(true);
        ScanMode mode = ScanMode.S2;
        int changes = 0;
        for (int pass = 0; pass < 10_000; pass++) {
            final long scanNanos = random.nextBoolean() ? 150_000 : 800_000;
            ScanMode next = policy.choose(new Outlook(1, scanNanos, ROWS, 0, 0, 2, 12, 0, PASS_NANOS, false), mode);
            changes += next == mode ? 0 : 1;
            mode = next;
        }
        assertThat(mode).as("seed=%d", seed).isEqualTo(ScanMode.S3_NI);
        assertThat(changes).as("seed=%d", seed).isLessThanOrEqualTo(10);
    }

    /** The scan of one query may have waited for its core. */
    @Test
    void shouldNotBelieveASinglePass() {
        CostPolicy policy = new CostPolicy(true);
        Outlook usual = new Outlook(1, 100_000, ROWS, 0, 0, 2, 12, 0, PASS_NANOS, false);
        assertThat(policy.choose(usual, ScanMode.S1)).isEqualTo(ScanMode.S1);
        assertThat(policy.choose(outlook(1, 0, 0, 2, 12, 0), ScanMode.S1)).isEqualTo(ScanMode.S1);
        assertThat(policy.choose(usual, ScanMode.S1)).isEqualTo(ScanMode.S1);
    }

    /** The rates of this load lie on both sides of where two states cost the same. */
    @Test
    void shouldStayWhereALoadIsAtTheEdge() {
        CostPolicy policy = new CostPolicy(true);
        ScanMode mode = ScanMode.S2;
        int changes = 0;
        for (int pass = 0; pass < 1_000; pass++) {
            ScanMode next = policy.choose(outlook(1, 450, 0, 2, 12, pass % 2 == 0 ? 450 : 650), mode);
            changes += next == mode ? 0 : 1;
            mode = next;
        }
        assertThat(changes).isLessThanOrEqualTo(1);
    }
}
