package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.core.calls.CallAggregate;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.plain.PlainQueries;
import dev.aimonflink.core.calls.plain.PlainRow;
import dev.aimonflink.core.calls.plain.PlainRow.Kind;
import dev.aimonflink.core.calls.plain.PlainRow.Summary;
import dev.aimonflink.core.kernel.ScalarKernels;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.model.Attributes;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.core.pass.Part;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.record.EntityRecord;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Subscribers 0 to n-1 in the middle of a week. Each is generated from the seed alone whenever it is needed: to fill the
 * engine, to fill a peer, and to recompute answers. None is kept.
 *
 * <p>Records are drawn from prototypes that counted calls: {@value #MEAN_CALLS} on average, many less and a few over a
 * hundred, half of them of yesterday. Subscribers differ in the draw and in the profile, which one in
 * {@value #SUBSCRIBERS_PER_GAP} lacks.
 */
public final class Population implements Iterable<PlainRow> {
    public static final long SEED = 42;

    static final int MEAN_CALLS = 10;
    static final int SUBSCRIBERS_PER_GAP = 100;

    /** So many that no answer is right by accident, and so few that they are made quickly. */
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
        Matrix counter = new Matrix(schema, List.of(), new ScalarKernels(), new Part.Source(0, 1, 0), nobody -> null);
        EventGenerator calls = new EventGenerator(random.nextLong(), PROTOTYPES, Distribution.uniform());
        EntityRecord[] drawn = new EntityRecord[PROTOTYPES];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = counter.partition().newRecord(i);
            for (int left = drawnCalls(random); left > 0; left--) {
                Event call = calls.next(random.nextBoolean() ? Moment.NOW_MS : Moment.YESTERDAY_MS);
                counter.partition().apply(drawn[i], CallModel.event(call));
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

    @Override
    public Iterator<PlainRow> iterator() {
        Row.Slots slots = new Row.Slots(schema);
        return IntStream.range(0, size)
                .<PlainRow>mapToObj(id -> new Row(slots, subscriber(id)))
                .iterator();
    }

    /** The right answer over all subscribers. */
    public List<List<Object>> answer(AskedQuery call) {
        return new PlainQueries(PresetModels.tables()).answer(call, this);
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

    /** A subscriber's record, read for the plain queries. */
    private record Row(Slots slots, EntityRecord record) implements PlainRow {
        /** The slots of a schema's first copy. */
        private static final class Slots {
            /** By window, filter and function. */
            private final int[][][] slots;

            private final int day;
            private final int week;

            Slots(MatrixSchema schema) {
                slots = new int[schema.windows().size()][Kind.values().length][CallTotals.FUNCTIONS];
                for (StoredColumn each : schema.columns()) {
                    if (each.copy() == 0) {
                        slots[each.window()][each.filter()][
                                CallAggregate.of(each).ordinal()] = each.slot();
                    }
                }
                day = schema.indexOf(Window.DAY);
                week = schema.indexOf(Window.WEEK);
            }
        }

        @Override
        public long id() {
            return record.id();
        }

        @Override
        public Profile profile() {
            return CallModel.profile(record.id(), record.attributes());
        }

        @Override
        public Summary today(Kind kind) {
            return summary(slots.slots[slots.day][kind.ordinal()]);
        }

        @Override
        public Summary thisWeek(Kind kind) {
            return summary(slots.slots[slots.week][kind.ordinal()]);
        }

        private Summary summary(int[] slotOfFunction) {
            return CallTotals.summary(function -> {
                int slot = slotOfFunction[function.ordinal()];
                return function.isCost() ? record.longs()[slot] : record.ints()[slot];
            });
        }
    }
}
