package dev.aimonflink.core.matrix;

import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.RecordLayout;
import dev.aimonflink.core.schema.SchemaDefinition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes records of earlier schemas into records of the present one, column by column, by name. What the present schema
 * lacks is dropped. What it added starts empty, and in a window that has begun counts the calls that come from now on.
 *
 * <p>Each schema has two fingerprints: records of earlier releases carry the narrow one, those of the present schema too.
 */
public final class SchemaEvolution {
    private static final int NOWHERE = -1;

    private final MatrixSchema current;
    private final Map<Long, Conversion> byFingerprint = new HashMap<>();

    /** For each window, int and long of the present schema, where the earlier one has it. */
    private record Conversion(int[] windows, int[] ints, int[] longs) {}

    /** @param earlier what stored records may be of, besides the present schema */
    public SchemaEvolution(MatrixSchema current, Collection<SchemaDefinition> earlier) {
        this.current = current;
        for (SchemaDefinition definition : earlier) {
            MatrixSchema schema = MatrixSchema.of(definition);
            Conversion conversion = conversionOf(schema);
            byFingerprint.put(schema.fingerprint(), conversion);
            byFingerprint.put(schema.narrowFingerprint(), conversion);
        }
        byFingerprint.put(current.narrowFingerprint(), conversionOf(current));
        byFingerprint.remove(current.fingerprint());
    }

    private Conversion conversionOf(MatrixSchema earlier) {
        RecordLayout layout = current.layout();
        int[] ints = new int[layout.intCount()];
        int[] longs = new int[layout.longCount()];
        for (Aggregate aggregate : current.aggregates()) {
            int[] slots = aggregate.function().isLong() ? longs : ints;
            slots[layout.slot(aggregate)] = earlier.contains(aggregate.name())
                    ? earlier.layout().slot(earlier.aggregate(aggregate.name()))
                    : NOWHERE;
        }
        int[] windows = current.windows().stream().mapToInt(earlier::indexOf).toArray();
        return new Conversion(windows, ints, longs);
    }

    /**
     * A record of the present schema with all that the given one has in common with it: the given one itself if it is of
     * the present schema already, or of none that is known, which {@link Partition#restore} will say.
     */
    public SubscriberRecord converted(SubscriberRecord stored) {
        Conversion conversion = byFingerprint.get(stored.schemaFingerprint());
        if (conversion == null) {
            return stored;
        }
        SubscriberRecord fresh = SubscriberRecord.empty(
                stored.subscriberId(), current.fingerprint(), current.layout(), conversion.windows().length);
        copy(stored.windowNumbers(), conversion.windows(), fresh.windowNumbers());
        copy(stored.ints(), conversion.ints(), fresh.ints());
        for (int i = 0; i < conversion.longs().length; i++) {
            if (conversion.longs()[i] != NOWHERE) {
                fresh.longs()[i] = stored.longs()[conversion.longs()[i]];
            }
        }
        fresh.lastEventHour(stored.lastEventHour());
        fresh.profile(stored.profile());
        return fresh;
    }

    private static void copy(int[] from, int[] places, int[] to) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] != NOWHERE) {
                to[i] = from[places[i]];
            }
        }
    }
}
