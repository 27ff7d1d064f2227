package dev.aimonflink.job.operator;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.BroadcastInput.Turn;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.MatrixInput.PointQuery;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.time.Instant;
import java.util.Map;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The operator behind Flink's own watermark valves, which unite the streams as the topology does. The event time of the
 * matrix must not depend on which streams are silent.
 */
class SilentStreamsTest {
    private static final int CALLS = 0;
    private static final int PROFILES = 1;
    private static final int POINT_QUERIES = 2;

    private static final int TURNS = 0;
    private static final int QUERIES = 1;

    private static final long HOUR_MS = 3_600_000;
    private static final long DAY_MS = 24 * HOUR_MS;
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static final long MAX_WATERMARK_MS = Watermark.MAX_WATERMARK.getTimestamp();

    private MatrixHarness matrix;
    private UnitedTime ofOwners;
    private UnitedTime ofAll;

    @BeforeEach
    void start() throws Exception {
        matrix = new MatrixHarness(TestSettings.with(), new HashMapStateBackend(), 0, 1);
        matrix.open();
        ofOwners = matrix.timeOfOwners(3);
        ofAll = matrix.timeOfAll(2);
    }

    @AfterEach
    void stop() throws Exception {
        matrix.close();
    }

    /** All streams beside the calls go idle soon after the start, and stay idle. */
    private void silenceAllButCalls() throws Exception {
        ofOwners.status(PROFILES, WatermarkStatus.IDLE);
        ofOwners.status(POINT_QUERIES, WatermarkStatus.IDLE);
        ofAll.status(TURNS, WatermarkStatus.IDLE);
        ofAll.status(QUERIES, WatermarkStatus.IDLE);
    }

    private void call(long timestampMs) throws Exception {
        matrix.process(CallMessages.of(new Event(7, timestampMs, 1, 1, false), 0, 0));
    }

    private void profile() throws Exception {
        matrix.process(new ProfileChange(EntityId.of(9), CallProfiles.attributes(new Profile(9, "CH-8000", 0, 0, 0))));
    }

    private Part lookUp() throws Exception {
        AskedQuery call = new AskedQuery("subscriber", Map.of("subscriberId", 7L));
        matrix.process(new PointQuery(EntityId.of(7), new Request("k", "r", "c", call, 0), 0));
        return onlyPart();
    }

    private Part scan() throws Exception {
        matrix.process(new Question(new Request("k", "r", "c", AskedQuery.withDefaults("q1"), Long.MAX_VALUE), null));
        matrix.drain();
        return onlyPart();
    }

    private Part onlyPart() {
        return assertThat(matrix.parts()).singleElement().actual();
    }

    private long clockMs() throws Exception {
        long clockMs = scan().cut().newestMs();
        assertThat(lookUp().cut().newestMs()).isEqualTo(clockMs);
        return clockMs;
    }

    @Test
    void shouldFollowTheCallsWhereAllOthersAreSilent() throws Exception {
        silenceAllButCalls();
        call(NOON_MS);
        ofOwners.watermark(CALLS, NOON_MS + HOUR_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS + HOUR_MS);
        call(NOON_MS + DAY_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS + DAY_MS);
    }

    @Test
    void shouldFollowTheCallsThemselvesBeforeTheOthersHaveSaidThatTheyAreSilent() throws Exception {
        call(NOON_MS);
        ofOwners.watermark(CALLS, NOON_MS + HOUR_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS);
        silenceAllButCalls();
        assertThat(clockMs()).isEqualTo(NOON_MS + HOUR_MS);
    }

    @Test
    void shouldFollowTheCallsWhereProfilesAreBusy() throws Exception {
        silenceAllButCalls();
        for (int i = 1; i <= 5; i++) {
            profile();
            call(NOON_MS + i);
            ofOwners.watermark(CALLS, NOON_MS + i * HOUR_MS);
            profile();
            assertThat(clockMs()).isEqualTo(NOON_MS + i * HOUR_MS);
        }
    }

    @Test
    void shouldFollowTheCallsWhereQueriesAreBusy() throws Exception {
        silenceAllButCalls();
        for (int i = 1; i <= 5; i++) {
            assertThat(scan()).isNotNull();
            assertThat(lookUp()).isNotNull();
            ofOwners.watermark(CALLS, NOON_MS + i * HOUR_MS);
            assertThat(clockMs()).isEqualTo(NOON_MS + i * HOUR_MS);
        }
    }

    @Test
    void shouldFollowTurnsWhereItsOwnCallsAreSilent() throws Exception {
        ofOwners.status(CALLS, WatermarkStatus.IDLE);
        silenceAllButCalls();
        matrix.process(new Turn(NOON_MS, 0));
        assertThat(clockMs()).isEqualTo(NOON_MS);
    }

    @Test
    void shouldNotRunAwayWhenTheCallsFallSilent() throws Exception {
        silenceAllButCalls();
        call(NOON_MS);
        ofOwners.watermark(CALLS, NOON_MS);
        ofOwners.status(CALLS, WatermarkStatus.IDLE);
        profile();
        assertThat(clockMs()).isEqualTo(NOON_MS);
        ofOwners.status(CALLS, WatermarkStatus.ACTIVE);
        call(NOON_MS + 1);
        assertThat(clockMs()).isEqualTo(NOON_MS + 1);
        ofOwners.watermark(CALLS, NOON_MS + HOUR_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS + HOUR_MS);
    }

    @Test
    void shouldNotRunAwayWhereTheCallsWereSilentFromTheBeginning() throws Exception {
        ofOwners.status(CALLS, WatermarkStatus.IDLE);
        silenceAllButCalls();
        profile();
        assertThat(scan().cut().newestMs()).isEqualTo(Long.MIN_VALUE);
        ofOwners.status(CALLS, WatermarkStatus.ACTIVE);
        call(NOON_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS);
    }

    @Test
    void shouldNotRunAwayWhereStreamsBesideTheCallsSayThatTheirTimeIsOver() throws Exception {
        for (int stream : new int[] {PROFILES, POINT_QUERIES}) {
            ofOwners.watermark(stream, MAX_WATERMARK_MS);
        }
        call(NOON_MS);
        ofOwners.watermark(CALLS, NOON_MS);
        ofOwners.status(CALLS, WatermarkStatus.IDLE);
        assertThat(clockMs()).isEqualTo(NOON_MS);
        ofOwners.status(CALLS, WatermarkStatus.ACTIVE);
        call(NOON_MS + HOUR_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS + HOUR_MS);
    }

    @Test
    void shouldNotRunAwayAtTheEndOfTheCalls() throws Exception {
        silenceAllButCalls();
        call(NOON_MS);
        ofOwners.watermark(CALLS, MAX_WATERMARK_MS);
        assertThat(clockMs()).isEqualTo(NOON_MS);
    }
}
