package dev.aimonflink.job.warmup;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.request.Answer;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.SqlType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats SQL queries over a few rows of the job's model before the job serves, from the text to the bytes of the answer. Otherwise the
 * first one loads hundreds of classes, runs interpreted, and takes as long as twenty later ones.
 */
public final class SqlWarmUp {
    /** Unless the first round takes longer. */
    public static final long NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Few, because each is a record with all aggregates of the model. */
    private static final int ROWS = 64;

    /** Nothing waits for the thread. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final String KEY = "warm-up";

    private static final Logger LOG = LoggerFactory.getLogger(SqlWarmUp.class);

    private final JobSettings settings;
    private final Kernels kernels;
    private final List<Part> parts = new ArrayList<>();
    private final ResultRecords records = new ResultRecords();

    public SqlWarmUp(JobSettings settings, Kernels kernels) {
        this.settings = settings;
        this.kernels = kernels;
    }

    /** Returns how many queries were answered. A defect only ends this: a job serves without it, too. */
    public int run(long nanos) {
        final long startNanos = System.nanoTime();
        int answered = 0;
        try {
            Partition partition = partition();
            Answer answer = new Answer(settings.schema(), settings.zone(), settings.eventsTopic());
            List<String> texts = texts();
            do {
                // A new catalogue for each round, which has no plans yet.
                Catalogue catalogue = settings.catalogue();
                for (String text : texts) {
                    answered += ask(text, catalogue, partition, answer) ? 1 : 0;
                }
            } while (System.nanoTime() - startNanos < nanos
                    && !Thread.currentThread().isInterrupted());
        } catch (RuntimeException | IOException defect) {
            LOG.warn("SQL cannot be warmed up, so the first queries take longer.", defect);
        }
        LOG.info(
                "{} queries in SQL were answered in {} ms to warm up.",
                answered,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        return answered;
    }

    private Partition partition() {
        Map<EntityId, EntityRecord> store = new HashMap<>();
        Partition partition = new Partition(
                new Part.Source(0, 1, 0),
                new PartitionSettings(settings.columnSet(), settings.tables(), settings.zone(), kernels),
                store::get,
                PartitionClocks.SYSTEM,
                parts::add);
        boolean isText = settings.model().event().key().isText();
        DeclaredEvent event = new DeclaredEvent(settings.model().event());
        for (int row = 0; row < ROWS; row++) {
            event.clear();
            if (isText) {
                event.keyText("k" + row);
            } else {
                event.keyNumber(row);
            }
            event.timestampMs(System.currentTimeMillis());
            EntityRecord record = partition.newRecord(event.key());
            partition.apply(record, event);
            store.put(event.key(), record);
        }
        return partition;
    }

    /** Texts of common shapes, over columns that the job keeps. */
    private List<String> texts() {
        MatrixTables tables = new MatrixTables(settings.schema(), settings.tables(), Map.of());
        String name = MatrixTables.matrixNameOf(settings.model());
        Table matrix = tables.find(name).orElseThrow();
        List<String> numbers = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Column column : matrix.columns()) {
            boolean isNumber =
                    column.type().is(SqlType.Kind.BIGINT) || column.type().is(SqlType.Kind.NUMERIC);
            if (isNumber && settings.columnSet().contains(column.name())) {
                numbers.add(column.name());
            } else if (column.type().is(SqlType.Kind.TEXT) && column.index() > 0) {
                names.add(column.name());
            }
        }
        String key = matrix.columns().get(0).name();
        List<String> texts = new ArrayList<>();
        texts.add("SELECT count(*) FROM " + name);
        texts.add("SELECT " + key + " FROM " + name + " LIMIT 5");
        if (!numbers.isEmpty()) {
            String first = numbers.get(0);
            String last = numbers.get(numbers.size() - 1);
            texts.add("SELECT sum(%1$s), max(%2$s), avg(%2$s) FROM %3$s WHERE %1$s > 2".formatted(first, last, name));
            texts.add("SELECT count(*) FROM %3$s WHERE %1$s > (SELECT avg(%1$s) FROM %3$s) OR %2$s BETWEEN 1 AND 3"
                    .formatted(first, last, name));
            texts.add("SELECT %4$s, %2$s FROM %3$s WHERE %1$s >= 0 ORDER BY %2$s DESC LIMIT 20"
                    .formatted(first, last, name, key));
            texts.add(
                    "SELECT %1$s %% 3 AS part, count(*), sum(%2$s) / nullif(sum(%1$s), 0) FROM %3$s GROUP BY 1 ORDER BY 1"
                            .formatted(first, last, name));
            if (!names.isEmpty()) {
                texts.add(("SELECT %4$s, count(*), avg(%1$s) FROM %3$s WHERE %2$s >= 0 AND (%4$s LIKE 'A%%' OR %4$s IS"
                                + " NULL) GROUP BY %4$s HAVING count(*) > 1 ORDER BY 3 DESC LIMIT 5")
                        .formatted(first, last, name, names.get(0)));
            }
        }
        return texts;
    }

    private boolean ask(String text, Catalogue catalogue, Partition partition, Answer answer) throws IOException {
        Request request = new Request(KEY, KEY, KEY, new AskedQuery("sql", Map.of("text", text)), Long.MAX_VALUE);
        ScanQuery query = (ScanQuery) catalogue.bind(request.asked());
        partition.submit(new Asker(KEY, KEY, Long.MAX_VALUE), query);
        List<Part> first = scan(partition);
        QueryResult result;
        if (query.hasSecondRound()) {
            Answer.Between between = answer.between(request, query, first);
            Partial values = Partial.read(between.values());
            partition.queries().askSecondRound(KEY, held -> ((ScanQuery) held).second(values));
            result = answer.of(request, query.second(values), scan(partition), 0);
        } else {
            result = answer.of(request, query, first, 0);
        }
        records.of(result, System.currentTimeMillis());
        return result.error() == null;
    }

    private List<Part> scan(Partition partition) {
        parts.clear();
        while (partition.hasWork()) {
            partition.runSlice(SLICE_NANOS);
        }
        return List.copyOf(parts);
    }
}
