package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Subscribers 0 to n-1 in the middle of a week. Each is generated from the seed alone whenever needed, to fill the engine or a peer and to
 * recompute answers; none is kept.
 *
 * <p>Records are drawn from prototypes that counted calls: {@value #MEAN_CALLS} on average, many fewer and a few over a hundred, half of
 * them of yesterday. Subscribers differ in the draw and in the profile, which one in {@value #SUBSCRIBERS_PER_GAP} lacks.
 */
public final class Population {
    public static final long SEED = 42;

    static final int MEAN_CALLS = 10;
    static final int SUBSCRIBERS_PER_GAP = 100;

    /** Enough that no answer is right by accident, and few enough to be made quickly. */
    private static final int PROTOTYPES = 1 << 16;

    private final MatrixSchema schema;
    private final int size;
    private final long scrambledSeed;
    private final EntityRecord[] prototypes;
    private final ModelProfileGenerator profiles;

    public Population(MatrixSchema schema, int size) {
        this(schema, size, SEED);
    }

    public Population(MatrixSchema schema, int size, long seed) {
        this.schema = schema;
        this.size = size;
        SplittableRandom random = new SplittableRandom(seed);
        scrambledSeed = random.nextLong();
        profiles = ModelProfileGenerator.ofSubscribers(random.nextLong());
        prototypes = prototypes(schema, random);
    }

    private static EntityRecord[] prototypes(MatrixSchema schema, SplittableRandom random) {
        Matrix counter = new Matrix(schema, List.of(), new ScalarKernels(), new Part.Source(0, 1, 0));
        EventGenerator calls = new EventGenerator(random.nextLong(), PROTOTYPES, Distribution.uniform());
        EntityRecord[] drawn = new EntityRecord[PROTOTYPES];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = counter.partition().newRecord(i);
            for (int left = drawnCalls(random); left > 0; left--) {
                Event call = calls.next(random.nextBoolean() ? BenchTime.NOW_MS : BenchTime.YESTERDAY_MS);
                DeclaredEvent counted = CallModel.event(call);
                counted.clockMs(BenchTime.NOW_MS);
                counter.partition().apply(drawn[i], counted);
            }
        }
        return drawn;
    }

    /** Draws a number with an exponential tail. */
    private static int drawnCalls(SplittableRandom random) {
        return (int) (-MEAN_CALLS * Math.log(1 - random.nextDouble()));
    }

    public MatrixSchema schema() {
        return schema;
    }

    public int size() {
        return size;
    }

    /** The right answer over all subscribers. */
    public List<List<Object>> answer(AskedQuery call) {
        return new PlainAnswers(schema).answer(call, size, id -> new Subscriber(subscriber(id)));
    }

    /** A subscriber's record, for reading only: it shares arrays with others. */
    public EntityRecord subscriber(long id) {
        SplittableRandom random = new SplittableRandom(scrambledSeed ^ id);
        EntityRecord prototype = prototypes[random.nextInt(PROTOTYPES)];
        boolean hasProfile = random.nextInt(SUBSCRIBERS_PER_GAP) != 0;
        return new EntityRecord(
                EntityId.of(id),
                schema.fingerprint(),
                prototype.windowNumbers(),
                prototype.ints(),
                prototype.longs(),
                hasProfile ? profiles.profile(id).attributes() : Attributes.NONE);
    }

    private record Subscriber(EntityRecord record) implements PlainAnswers.Subscriber {
        @Override
        public Attributes attributes() {
            return record.attributes();
        }

        @Override
        public long cell(StoredColumn column) {
            return column.cell(record.ints(), record.longs());
        }
    }
}
