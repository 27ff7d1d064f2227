package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.Columns;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Which columns a partition keeps: those of the job's setting and those pinned since; and each other one from the first question that reads
 * it, until nobody has read it for a while, or until its memory is needed for another that is asked now.
 */
public final class ColumnChoice {
    /** A column that nobody has read for so long goes. */
    public static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** A question that has waited so long for room may take that of columns that others wait to read. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How often columns are looked at that nobody may read any more. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int BYTES_PER_MIB = 1 << 20;

    /** Why a column is kept. */
    public enum Why {
        SETTING,
        PINNED,
        ASKED;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Why of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }

    /** How often a column was read, and when it was last. */
    private static final class Use {
        private long questions;
        private long lastNanos;
    }

    /**
     * What changes next.
     *
     * @param go columns that are no longer kept, from a moment without a cut on
     * @param come columns to be filled then
     */
    public record Change(Set<String> go, Set<String> come) {
        private static final Change NONE = new Change(Set.of(), Set.of());

        public boolean isNone() {
            return go.isEmpty() && come.isEmpty();
        }
    }

    private final Columns columns;
    private final MatrixSchema schema;
    private final NanoClock clock;
    private final Set<String> ofSetting;
    private final Set<String> pinned = new LinkedHashSet<>();

    /** Of all columns that were asked, the one that was read longest ago first. */
    private final Map<String, Use> uses = new LinkedHashMap<>();

    /** To be dropped, unless a question wants them. */
    private final Set<String> unwanted = new HashSet<>();

    private long mostBytes = Long.MAX_VALUE;

    private long lookedNanos;

    /** Whether something may change even if no question waits. */
    private boolean isDue;

    ColumnChoice(Columns columns, NanoClock clock) {
        this.columns = columns;
        this.clock = clock;
        schema = columns.columnSet().schema();
        lookedNanos = clock.nanoTime();
        ofSetting = Collections.unmodifiableSet(columns.columnSet().names());
    }

    // ---- what is asked

    /** Why a question cannot be asked, or null: it names what the schema lacks, or more columns than there is memory for. */
    QueryError refusalOf(Scannable query) {
        for (String name : query.columns()) {
            if (!schema.contains(name)) {
                return new QueryError(
                                QueryError.Code.COLUMN_NOT_KEPT,
                                "The schema has no column '" + name
                                        + "', which the query needs. Ask another query, or add the column to the schema.")
                        .at(query.positionOf(name));
            }
        }
        if (keeps(query.columns())) {
            return null;
        }
        QueryError tooMuch = tooMuchWith(query.columns());
        return tooMuch == null ? null : tooMuch.at(query.positionOf(firstUnkept(query.columns())));
    }

    private String firstUnkept(Set<String> names) {
        return names.stream()
                .filter(name -> !columns.columnSet().contains(name))
                .findFirst()
                .orElseThrow();
    }

    /** Why some columns cannot be kept beside those that are pinned, or null. */
    private QueryError tooMuchWith(Collection<String> names) {
        Set<String> all = new LinkedHashSet<>(besides(names));
        final int asked = all.size();
        all.addAll(pinned);
        return bytesOf(all) <= mostBytes
                ? null
                : QueryError.ofSql(
                        SqlState.OUT_OF_MEMORY,
                        "A partition would need " + mib(bytesOf(all)) + " MiB for " + asked
                                + (asked == 1 ? " column that is" : " columns that are")
                                + " not of aim.matrix.columns"
                                + (all.size() == asked ? "" : " beside those that are pinned")
                                + ", and aim.matrix.columns-memory and entities leave " + mostBytes / BYTES_PER_MIB
                                + " MiB. Ask for fewer columns at a time, or give the option or the TaskManager more.");
    }

    private static long mib(long bytes) {
        return (bytes + BYTES_PER_MIB - 1) / BYTES_PER_MIB;
    }

    void asked(Set<String> names) {
        renew(names);
        names.forEach(name -> uses.get(name).questions++);
    }

    /** Lets columns stay as if they had been read now. */
    private void renew(Collection<String> names) {
        final long nowNanos = clock.nanoTime();
        for (String name : names) {
            Use use = uses.remove(name);
            use = use == null ? new Use() : use;
            use.lastNanos = nowNanos;
            uses.put(name, use);
        }
    }

    boolean keeps(Set<String> names) {
        return names.stream().allMatch(columns.columnSet()::contains);
    }

    // ---- what people decide

    /** Keeps columns until they are unpinned. Returns why it cannot, or null. */
    public QueryError pin(Collection<String> names) {
        QueryError tooMuch = tooMuchWith(names);
        if (tooMuch != null) {
            return tooMuch;
        }
        pinned.addAll(besides(names));
        unwanted.removeAll(names);
        isDue = true;
        return null;
    }

    /** Leaves it to questions whether columns stay. */
    public void unpin(Collection<String> names) {
        pinned.removeAll(names);
        renew(names);
    }

    /** Lets columns go now, unless a question that waits reads them. */
    public void drop(Collection<String> names) {
        pinned.removeAll(names);
        unwanted.addAll(names);
        isDue = true;
    }

    /** As it was before a restart, and before there are rows. The schema has these columns. */
    public void restore(Map<String, Why> kept) {
        kept.forEach((name, why) -> {
            if (why == Why.PINNED && !ofSetting.contains(name)) {
                pinned.add(name);
            }
        });
        renew(kept.keySet());
        columns.change(columns.columnSet().with(kept.keySet()));
    }

    /**
     * Looks now and then whether columns have to go; called again and again.
     *
     * @param bytes that the columns may take which are not of the setting
     */
    public void look(long bytes) {
        mostBytes = bytes;
        final long nowNanos = clock.nanoTime();
        if (nowNanos - lookedNanos >= LOOK_NANOS) {
            lookedNanos = nowNanos;
            isDue = true;
        }
    }

    // ---- what follows

    boolean isDue() {
        return isDue;
    }

    /**
     * Decides what changes next.
     *
     * @param awaiting the questions that read columns which are not kept, in their order
     * @param inUse the columns of questions that wait for a pass
     */
    Change next(List<WaitingQuery> awaiting, Set<String> inUse) {
        isDue = false;
        Set<String> wanted = new HashSet<>(pinned);
        if (awaiting.isEmpty() || clock.nanoTime() - awaiting.get(0).arrivalNanos() < PATIENCE_NANOS) {
            wanted.addAll(inUse);
        }
        Set<String> come = new LinkedHashSet<>(pinned);
        for (WaitingQuery each : awaiting) {
            Set<String> more = new HashSet<>(wanted);
            more.addAll(each.query().columns());
            if (bytesOf(besides(more)) <= mostBytes) {
                wanted = more;
                come.addAll(each.query().columns());
            }
        }
        come.removeIf(columns.columnSet()::contains);
        Set<String> go = going(wanted, mostBytes - bytesOf(besides(come)));
        return go.isEmpty() && come.isEmpty() ? Change.NONE : new Change(go, come);
    }

    /** The columns that nobody wants, and as many as take too much, first those that were read longest ago. */
    private Set<String> going(Set<String> wanted, long leftBytes) {
        unwanted.removeIf(name -> wanted.contains(name) || !columns.columnSet().contains(name));
        Set<String> stay = new LinkedHashSet<>(besides(columns.columnSet().names()));
        Set<String> go = new LinkedHashSet<>();
        if (stay.isEmpty()) {
            return go;
        }
        final long nowNanos = clock.nanoTime();
        for (String name : stay) {
            Use use = uses.get(name);
            if (!wanted.contains(name)
                    && (unwanted.contains(name) || use == null || nowNanos - use.lastNanos >= IDLE_NANOS)) {
                go.add(name);
            }
        }
        stay.removeAll(go);
        for (Iterator<String> each = uses.keySet().iterator(); each.hasNext() && bytesOf(stay) > leftBytes; ) {
            String oldest = each.next();
            if (!wanted.contains(oldest) && stay.remove(oldest)) {
                go.add(oldest);
            }
        }
        return go;
    }

    /** Those of some columns that are not of the setting, so that their memory is limited. */
    private List<String> besides(Collection<String> names) {
        return names.stream().filter(name -> !ofSetting.contains(name)).toList();
    }

    /** About the memory of some columns, at their widest. */
    private long bytesOf(Collection<String> names) {
        final long blocks = (columns.rows() + Block.ROWS - 1L) / Block.ROWS;
        long bytesOfRow = 0;
        for (String name : names) {
            bytesOfRow += bytesOf(schema.column(name));
        }
        return blocks * Block.ROWS * bytesOfRow;
    }

    private static int bytesOf(StoredColumn column) {
        return (column.isInt() ? Integer.BYTES : Long.BYTES) * (column.isSliding() ? 2 : 1);
    }

    // ---- figures

    /** About the memory of those that stay whatever else needs room. */
    public long pinnedBytes() {
        return bytesOf(pinned);
    }

    /**
     * A column that is kept.
     *
     * @param secondsAgo since a question read it last; null if none has
     */
    public record KeptColumn(String name, Why why, long bytes, long questions, Long secondsAgo) {}

    public List<KeptColumn> report() {
        final long nowNanos = clock.nanoTime();
        List<KeptColumn> kept = new ArrayList<>();
        for (String name : columns.columnSet().names()) {
            Use use = uses.get(name);
            kept.add(new KeptColumn(
                    name,
                    why(name),
                    bytesOf(List.of(name)),
                    use == null ? 0 : use.questions,
                    use == null || use.questions == 0
                            ? null
                            : TimeUnit.NANOSECONDS.toSeconds(nowNanos - use.lastNanos)));
        }
        return kept;
    }

    public Why why(String name) {
        return ofSetting.contains(name) ? Why.SETTING : pinned.contains(name) ? Why.PINNED : Why.ASKED;
    }

    /** What a restart has to know: the columns that are not of the setting. */
    public Map<String, Why> saved() {
        Set<String> names = new LinkedHashSet<>(pinned);
        names.addAll(columns.columnSet().names());
        return names.stream()
                .filter(name -> !ofSetting.contains(name))
                .collect(Collectors.toMap(name -> name, this::why, (a, b) -> a, LinkedHashMap::new));
    }
}
