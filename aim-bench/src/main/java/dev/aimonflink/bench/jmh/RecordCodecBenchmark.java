package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures writing and reading stored records through the streams of Flink's serializers. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 20)
@Fork(
        value = 1,
        jvmArgs = {EngineBenchmark.HEAP})
public class RecordCodecBenchmark extends EngineBenchmark {
    static final int RECORDS = 20_000;

    @Param({"42", "546"})
    int aggregates;

    private final DataOutputSerializer out = new DataOutputSerializer(1 << 20);
    EntityRecord[] records;
    private byte[] written;
    private EntityRecord[] read;

    /** The secondary results of each sample. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double bytesPerRecord;
    }

    @Setup
    public void fill() throws IOException {
        fill(RECORDS);
    }

    void fill(int count) throws IOException {
        Population population = new Population(CallModel.schema(aggregates), count);
        records = new EntityRecord[count];
        Arrays.setAll(records, population::subscriber);
        read = new EntityRecord[count];
        writeAll();
        written = out.getCopyOfBuffer();
        readAll(written);
    }

    private void writeAll() throws IOException {
        out.clear();
        for (EntityRecord record : records) {
            RecordCodec.write(record, out);
        }
    }

    private void readAll(byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        for (int i = 0; i < read.length; i++) {
            read[i] = RecordCodec.read(in);
        }
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void write(Beside beside) throws IOException {
        writeAll();
        beside.bytesPerRecord = (double) out.length() / records.length;
    }

    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public void read() throws IOException {
        readAll(written);
    }

    @TearDown(Level.Iteration)
    public void check() throws IOException {
        expectNoneWrong("read records", read, records);
        readAll(out.getCopyOfBuffer());
        expectNoneWrong("written records", read, records);
    }
}
