package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.sql.text.Spelling;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** The aggregates of a definition, with their names and their layout in records. Immutable. */
public final class MatrixSchema {
    /** The number of aggregates in one copy of the benchmark's schema. */
    public static final int AGGREGATES_PER_COPY = 42;

    /** The benchmark's default: thirteen copies. */
    public static final int DEFAULT_AGGREGATES = 546;

    private final SchemaDefinition definition;
    private final List<Aggregate> aggregates = new ArrayList<>();
    private final List<DerivedAggregate> derived = new ArrayList<>();
    private final List<String> names;
    private final Map<String, Aggregate> byName = new HashMap<>();
    private final RecordLayout layout;
    private final long fingerprint;
    private final long narrowFingerprint;

    private MatrixSchema(SchemaDefinition definition) {
        this.definition = definition;
        this.layout = new RecordLayout(definition);
        enumerate();
        aggregates.forEach(aggregate -> byName.put(aggregate.name(), aggregate));
        this.names = Stream.concat(
                        aggregates.stream().map(Aggregate::name),
                        derived.stream().map(DerivedAggregate::name))
                .toList();
        byte[] stored = storedNames();
        this.fingerprint = firstOfSha256(stored);
        this.narrowFingerprint = crcOf(stored);
    }

    public static MatrixSchema of(SchemaDefinition definition) {
        return new MatrixSchema(definition);
    }

    /** The benchmark's schema with a number of aggregates that is a multiple of 42. */
    public static MatrixSchema withAggregates(int count) {
        if (count <= 0 || count > SchemaDefinition.MAX_COLUMNS || count % AGGREGATES_PER_COPY != 0) {
            throw new InvalidInputException("aggregates=" + count + " is not a schema. Give a multiple of "
                    + AGGREGATES_PER_COPY + " up to " + SchemaDefinition.MAX_COLUMNS + ", such as 42 or 546.");
        }
        return of(SchemaDefinition.benchmark(count / AGGREGATES_PER_COPY));
    }

    private void enumerate() {
        List<Window> windows = definition.windows();
        for (int copy = 0; copy < definition.copies(); copy++) {
            String suffix = copy == 0 ? "" : "_" + (copy + 1);
            for (int window = 0; window < windows.size(); window++) {
                for (CallFilter filter : definition.filters()) {
                    for (Function function : definition.stored()) {
                        String name = function.columnName(filter, windows.get(window)) + suffix;
                        aggregates.add(new Aggregate(function, filter, window, copy, name));
                    }
                    for (Derived each : definition.derived()) {
                        String name = each.columnName(filter, windows.get(window)) + suffix;
                        derived.add(new DerivedAggregate(each, filter, window, copy, name));
                    }
                }
            }
        }
    }

    /** The names of the aggregates in order, which define the meaning of a record's arrays. */
    private byte[] storedNames() {
        StringBuilder stored = new StringBuilder();
        for (Aggregate aggregate : aggregates) {
            stored.append(aggregate.name()).append('\n');
        }
        return stored.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static long firstOfSha256(byte[] names) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(names))
                    .getLong();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("This Java runtime lacks SHA-256, which each one has to have.", impossible);
        }
    }

    private static long crcOf(byte[] names) {
        CRC32C crc = new CRC32C();
        crc.update(names);
        return crc.getValue();
    }

    public SchemaDefinition definition() {
        return definition;
    }

    public List<Window> windows() {
        return definition.windows();
    }

    /** The index of a window in {@link #windows()}. */
    public int indexOf(Window window) {
        return windows().indexOf(window);
    }

    public int copies() {
        return definition.copies();
    }

    /** The columns that are stored for each subscriber. */
    public List<Aggregate> aggregates() {
        return Collections.unmodifiableList(aggregates);
    }

    /** The columns that are computed when a subscriber is read. */
    public List<DerivedAggregate> derived() {
        return Collections.unmodifiableList(derived);
    }

    /** The names of all aggregates, and then of the derived ones. */
    public List<String> names() {
        return names;
    }

    public boolean contains(String name) {
        return byName.containsKey(name);
    }

    public Aggregate aggregate(String name) {
        Aggregate aggregate = byName.get(name);
        if (aggregate != null) {
            return aggregate;
        }
        if (derived.stream().anyMatch(each -> each.name().equals(name))) {
            throw new InvalidInputException("Column '" + name + "' is not stored, but computed when a subscriber is"
                    + " looked at. Name the columns that it is computed from: a sum, a count, a sum of squares.");
        }
        throw new InvalidInputException("The schema has no column '" + Spelling.shortened(name) + "'. "
                + Spelling.closest(name, byName.keySet())
                        .map(near -> "Did you mean '" + near + "'?")
                        .orElse("Columns are named like '" + aggregates.get(0).name() + "'."));
    }

    /** The windows of some columns, by their indexes in {@link #windows()}. */
    public BitSet windowsOf(Collection<String> columns) {
        BitSet windows = new BitSet();
        for (String column : columns) {
            windows.set(aggregate(column).window());
        }
        return windows;
    }

    /** How events change records; for one thread. */
    public UpdatePlan newPlan() {
        Model model = CallModel.of(definition);
        return new UpdatePlan(model, new CellLayout(model));
    }

    public RecordLayout layout() {
        return layout;
    }

    /** Identifies this schema in stored records: the first 64 bits of a SHA-256 of its columns' names. */
    public long fingerprint() {
        return fingerprint;
    }

    /** The fingerprint in records of the versions 1 and 2: 32 bits, in which two schemas could collide. */
    public long narrowFingerprint() {
        return narrowFingerprint;
    }
}
