package dev.aimonflink.job.merge;

import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.RandomMessages;
import dev.aimonflink.job.message.Wire;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.Part.Source;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class PendingRequestTest {
    private static final PendingRequest.Format FORMAT = new PendingRequest.Format();
    private static final long FRIDAY_MS = 1_795_132_800_000L;
    private static final Execution EXECUTION = new Execution(77, 0x0102030405060708L);

    /** With a part that succeeded, one that failed, and parameters of both kinds. */
    private static PendingRequest waiting() {
        PendingRequest pending = registered();
        Cut cut = new Cut(FRIDAY_MS - 500, FRIDAY_MS, List.of(20_777, 2_968), null, 0, 0);
        pending.noteAnswer(
                new Part("aim.queries.v1-0-42", new Source(1, 3, 77), cut, 1_000, 20, 300, new byte[] {1, 2, 3}, null));
        pending.noteAnswer(new Part(
                "aim.queries.v1-0-42",
                new Source(2, 3, 77),
                cut,
                0,
                0,
                0,
                null,
                new QueryError(QueryError.Code.OVERLOADED, "Later.")));
        return pending;
    }

    private static Part partOf(int partition) {
        Cut cut = new Cut(FRIDAY_MS, FRIDAY_MS, List.of(20_777, 2_968), null, 0, 0);
        return new Part("a", new Source(partition, 128, 77), cut, 0, 0, 0, new byte[0], null);
    }

    private static PendingRequest registered() {
        return registered(Execution.UNKNOWN);
    }

    private static PendingRequest registered(Execution execution) {
        PendingRequest pending = PendingRequest.in(77);
        Request request = new Request(
                "aim.queries.v1-0-42",
                "r-1",
                "c1",
                new AskedQuery("q4", Map.of("gamma", 5L, "country", "Zürich")),
                FRIDAY_MS + 5_000);
        pending.register(request, execution);
        pending.timerMs(FRIDAY_MS + 1_000);
        return pending;
    }

    private static PendingRequest inSecondRound(Execution execution) {
        PendingRequest pending = registered(execution);
        pending.beginSecondRound(new byte[] {4, 5, 6});
        pending.noteAnswer(partOf(1));
        return pending;
    }

    private static void assertSame(PendingRequest read, PendingRequest wanted) {
        assertThat(read).usingRecursiveComparison().isEqualTo(wanted);
    }

    @Test
    void shouldReadAndWriteGoldenBytes() throws IOException {
        assertSame(Wire.read(FORMAT, Wire.golden("pending-request-v1.hex")), inSecondRound(EXECUTION));
        assertThat(Wire.write(FORMAT, inSecondRound(EXECUTION))).isEqualTo(Wire.golden("pending-request-v1.hex"));
    }

    @Test
    void shouldHearEachPartitionOnce() {
        PendingRequest pending = registered();
        Part part = partOf(5);
        assertThat(pending.hasAnswered(part)).isFalse();
        pending.noteAnswer(part);
        assertThat(pending.hasAnswered(part)).isTrue();
        assertThat(pending.copy().hasAnswered(part)).isTrue();
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        long seed = 5;
        Random random = new Random(seed);
        RandomMessages messages = new RandomMessages(seed);
        for (int i = 0; i < 500; i++) {
            PendingRequest pending = PendingRequest.in(random.nextLong());
            if (random.nextBoolean()) {
                pending.register(messages.request(), messages.execution());
            }
            for (int left = random.nextInt(5); left > 0; left--) {
                pending.noteAnswer(partOf(random.nextInt(128)));
            }
            if (random.nextInt(3) == 0) {
                pending.beginSecondRound(new byte[random.nextInt(100)]);
            }
            pending.timerMs(random.nextLong());
            PendingRequest read = Wire.read(FORMAT, Wire.write(FORMAT, pending));
            assertThat(read)
                    .as("seed=%d request=%d", seed, i)
                    .usingRecursiveComparison()
                    .isEqualTo(pending);
        }
    }

    @Test
    void shouldNameTheVersionThatItCannotRead() throws IOException {
        byte[] later = Wire.golden("pending-request-v1.hex");
        later[0] = 2;
        assertFails(IOException.class, () -> Wire.read(FORMAT, later))
                .hasMessage("A pending request has version 2; this release reads version 1. Use the release that wrote"
                        + " it, or a newer one.");
    }

    @Test
    void shouldBeCopiedDeeply() {
        PendingRequest pending = waiting();
        PendingRequest copy = new MessageSerializer<>(FORMAT).copy(pending);
        assertSame(copy, pending);
        copy.noteAnswer(partOf(7));
        copy.beginSecondRound(new byte[3]);
        assertSame(pending, waiting());
    }

    @Test
    void shouldComeBackFromASavepoint() throws IOException {
        MessageSerializer<PendingRequest> serializer = new MessageSerializer<>(FORMAT);
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        TypeSerializerSnapshot<PendingRequest> read = TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(out.getCopyOfBuffer()), getClass().getClassLoader());
        assertThat(read.restoreSerializer()).isEqualTo(serializer);
    }
}
