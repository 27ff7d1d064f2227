package dev.aimonflink.query.calls;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.serve.request.VerifyColumns;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Partitions whose rows a test writes, with values that no stream of events would reach in a test's time. */
public final class CraftedMatrix {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 18);

    private final MatrixSchema schema = CallModel.schema(42);
    private final Catalogue catalogue;
    private final List<Partition> partitions = new ArrayList<>();
    private static final Asker ASKER = new Asker("request", "client", Long.MAX_VALUE);

    private final List<Part> answers = new ArrayList<>();

    public CraftedMatrix(int partitionCount, EntityTables tables) {
        this(partitionCount, tables, Catalogues.scannedColumns(CallModel.schema(42)));
    }

    public CraftedMatrix(int partitionCount, EntityTables tables, Collection<String> columns) {
        catalogue = Catalogues.of(schema, tables, AnswerLimits.USUAL);
        for (int i = 0; i < partitionCount; i++) {
            Partition partition = new Partition(
                    new Part.Source(i, partitionCount, 0),
                    new PartitionSettings(
                            new ColumnSet(schema, columns),
                            tables,
                            ZoneOffset.UTC,
                            i % 2 == 0 ? KernelChoice.chosen().kernels() : new ScalarKernels()),
                    id -> null,
                    PartitionClocks.SYSTEM,
                    answers::add);
            partition.advanceTo(TODAY.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
            partitions.add(partition);
        }
    }

    /** Adds a row; aggregates that are not given are empty. */
    void row(int partition, long subscriberId, Profile profileOrNull, Map<String, Long> aggregates) {
        EntityRecord empty = partitions.get(partition).newRecord(subscriberId);
        aggregates.forEach((name, value) -> {
            StoredColumn aggregate = schema.column(name);
            int slot = aggregate.slot();
            if (!aggregate.isInt()) {
                empty.longs()[slot] = value;
            } else {
                empty.ints()[slot] = Math.toIntExact(value);
            }
        });
        int[] windowNumbers = {Window.DAY.numberOf(TODAY), Window.WEEK.numberOf(TODAY)};
        partitions
                .get(partition)
                .restore(new EntityRecord(
                        EntityId.of(subscriberId),
                        schema.fingerprint(),
                        windowNumbers,
                        empty.ints(),
                        empty.longs(),
                        CallProfiles.attributes(profileOrNull)));
    }

    /** The rows of the answer. */
    List<List<Object>> ask(AskedQuery call) {
        Query query = catalogue.bind(call);
        Partial merged = parts(query).stream()
                .map(Part::readPartial)
                .reduce(Partial::merge)
                .orElseThrow();
        return query.answer(merged);
    }

    /** The error of each partition. */
    List<QueryError> errors(AskedQuery call) {
        return parts(catalogue.bind(call)).stream().map(Part::error).toList();
    }

    private List<Part> parts(Query query) {
        answers.clear();
        for (Partition partition : partitions) {
            if (query instanceof ScanQuery scan) {
                partition.submit(ASKER, scan);
            } else {
                partition.submit(ASKER, (VerifyColumns) query);
            }
            while (partition.hasWork()) {
                partition.runSlice(Long.MAX_VALUE);
            }
        }
        return answers;
    }

    public static Partial throughBytes(Partial partial) {
        try {
            return Partial.read(partial.toBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
