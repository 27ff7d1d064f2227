package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.local.TemporaryDirectory;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Measures query 1 over the same records: in RocksDB, each decoded by an iterator; in a hash map; and in our columns. */
@Warmup(iterations = 5)
@Measurement(iterations = 15)
public class StoresBenchmark extends EngineBenchmark {
    static final String ROCKSDB = "rocksdb";
    static final String HASH_MAP = "hash-map";
    static final String COLUMNS = "columns";

    private static final String QUERY = "q1";

    @Param({ROCKSDB, HASH_MAP, COLUMNS})
    String store;

    @Param("546")
    int aggregates;

    @Param("100000")
    int rows;

    private Population population;
    private StoredColumn duration;
    private StoredColumn localCalls;
    List<List<Object>> answer;

    /** The one of the three that is measured; the others are null. */
    private Matrix matrix;

    private Map<Long, EntityRecord> records;
    private RocksDB rocksDb;

    private TemporaryDirectory directory;
    private Options options;

    @Setup
    public void fill() throws IOException, RocksDBException {
        MatrixSchema schema = CallModel.schema(aggregates);
        population = new Population(schema, rows);
        duration = schema.column("total_duration_this_week");
        localCalls = schema.column("number_of_local_calls_this_week");
        switch (store) {
            case ROCKSDB -> fillRocksDb();
            case HASH_MAP -> {
                records = new HashMap<>();
                for (long id = 0; id < rows; id++) {
                    EntityRecord shared = population.subscriber(id);
                    records.put(
                            id,
                            new EntityRecord(
                                    shared.key(),
                                    schema.fingerprint(),
                                    shared.windowNumbers(),
                                    shared.ints().clone(),
                                    shared.longs().clone(),
                                    shared.attributes()));
                }
            }
            case COLUMNS -> matrix = Matrix.of(population, kernelsOf(VECTOR));
            default -> throw new IllegalArgumentException("There is no store '" + store + "'.");
        }
    }

    /** Flushed and compacted, so that no read looks into several files. */
    private void fillRocksDb() throws IOException, RocksDBException {
        directory = TemporaryDirectory.create("aim-stores-");
        options = new Options().setCreateIfMissing(true);
        rocksDb = RocksDB.open(options, directory.path().resolve("db").toString());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long id = 0; id < rows; id++) {
            bytes.reset();
            RecordCodec.write(population.subscriber(id), new DataOutputStream(bytes));
            rocksDb.put(ByteBuffer.allocate(Long.BYTES).putLong(id).array(), bytes.toByteArray());
        }
        rocksDb.compactRange();
    }

    @Benchmark
    public void q1() throws IOException {
        answer = switch (store) {
            case ROCKSDB -> overRocksDb();
            case HASH_MAP -> {
                Average average = new Average();
                records.values().forEach(average::add);
                yield average.answer();
            }
            default -> {
                ScanQuery query = matrix.query(QUERY);
                yield query.answer(matrix.scan(query));
            }
        };
    }

    private List<List<Object>> overRocksDb() throws IOException {
        Average average = new Average();
        try (RocksIterator each = rocksDb.newIterator()) {
            for (each.seekToFirst(); each.isValid(); each.next()) {
                average.add(RecordCodec.read(new DataInputStream(new ByteArrayInputStream(each.value()))));
            }
        }
        return average.answer();
    }

    /** The average duration of those with a local call or more, which is what query 1 asks by default. */
    private final class Average {
        private long sum;
        private long count;

        void add(EntityRecord record) {
            if (localCalls.cell(record.ints(), record.longs()) > 1) {
                sum += duration.cell(record.ints(), record.longs());
                count++;
            }
        }

        List<List<Object>> answer() {
            return List.of(List.of((double) sum / count));
        }
    }

    @TearDown
    public void check() {
        Object average = answer.get(0).get(0);
        Object truth = population.answer(AskedQuery.withDefaults(QUERY)).get(0).get(0);
        expectEqual(
                "The average of " + store,
                Math.round(Double.parseDouble(average.toString()) * 1e6),
                Math.round(Double.parseDouble(truth.toString()) * 1e6));
    }

    @TearDown
    public void close() {
        if (rocksDb != null) {
            rocksDb.close();
            options.close();
            directory.close();
        }
    }
}
