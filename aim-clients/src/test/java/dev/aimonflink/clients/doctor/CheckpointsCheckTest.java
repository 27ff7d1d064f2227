package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FakeFlink;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointsCheckTest {
    private static final long NOW_MS = 1_795_132_800_000L;
    private static final String PATH = "/jobs/" + FakeFlink.JOB + "/checkpoints";

    private final FakeFlink flink = new FakeFlink();

    private Finding finding() throws Exception {
        return new CheckpointsCheck(InstantSource.fixed(Instant.ofEpochMilli(NOW_MS))).finding(flink, FakeFlink.JOB);
    }

    private void given(String latest) {
        flink.with(PATH + "/config", "{\"mode\":\"exactly_once\",\"interval\":10000}")
                .with(PATH, "{\"counts\":{\"completed\":7,\"failed\":2},\"latest\":" + latest + "}");
    }

    @Test
    void shouldWarnWhereTheyAreOff() throws Exception {
        Finding off = Finding.warn(
                "checkpoints",
                "they are off: a failure loses what the job has counted",
                "Stop the job with a savepoint, and submit it with -Dexecution.checkpointing.interval=10s, or set that in"
                        + " Flink's configuration.");
        assertThat(finding()).isEqualTo(off);
        flink.with(PATH + "/config", "{\"interval\":" + Long.MAX_VALUE + "}");
        assertThat(finding()).isEqualTo(off);
    }

    @Test
    void shouldSayHowOldTheLastOneIs() throws Exception {
        given("{\"completed\":{\"id\":9,\"latest_ack_timestamp\":" + (NOW_MS - 4_900) + "},\"failed\":null}");
        assertThat(finding())
                .isEqualTo(Finding.ok(
                        "checkpoints",
                        "every 10s, 7 completed, 2 failed, the last 4s ago; those that failed had not begun, as while"
                                + " tasks start, and have no consequence"));
    }

    @Test
    void shouldSayWhyAnEarlierOneFailed() throws Exception {
        given("{\"completed\":{\"id\":9,\"latest_ack_timestamp\":" + (NOW_MS - 4_900)
                + "},\"failed\":{\"id\":3,\"failure_timestamp\":" + (NOW_MS - 61_000)
                + ",\"failure_message\":\"Some tasks were not running.\"}}");
        assertThat(finding())
                .isEqualTo(Finding.ok(
                        "checkpoints",
                        "every 10s, 7 completed, 2 failed, the last 4s ago; one failed 61s ago and a later one"
                                + " completed: Some tasks were not running."));
    }

    @Test
    void shouldAcceptAJobThatHasTakenNoneYet() throws Exception {
        given("{\"completed\":null,\"failed\":null}");
        assertThat(finding().verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void shouldWarnWhereTheNewestOneFailed() throws Exception {
        given("{\"completed\":{\"id\":3,\"latest_ack_timestamp\":" + (NOW_MS - 60_000)
                + "},\"failed\":{\"id\":9,\"failure_message\":\"Checkpoint expired before completing.\"}}");
        assertThat(finding())
                .isEqualTo(Finding.warn(
                        "checkpoints",
                        "every 10s, 7 completed, 2 failed, the last 1m ago; the newest one failed: Checkpoint expired"
                                + " before completing.",
                        "See that the store is reachable and fast enough, and that execution.checkpointing.timeout is"
                                + " long enough. Until one completes, a restart replays more and more."));
    }
}
