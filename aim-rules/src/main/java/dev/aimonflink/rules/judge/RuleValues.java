package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.LastEventTimes;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.RecordCells;
import dev.aimonflink.sql.evaluate.Condition;
import dev.aimonflink.sql.evaluate.Fields;
import dev.aimonflink.sql.evaluate.FieldsRow;
import dev.aimonflink.sql.evaluate.Row;
import java.util.List;

/**
 * What rules see of one event: the record that has counted it, the record's earlier values, and the event; or of one entity at a check,
 * which has no event. One object for all; only values as objects are allocated.
 */
public final class RuleValues implements Fields, Row {
    private final RuleColumns columns;
    private final ColumnValues objects;
    private final int fields;

    private final EntityRecord before;

    private CellsBefore cellsBefore;

    private final RuleTallies tallies;

    private RuleTally[] searched = {};

    // State of what is evaluated now.
    private long mostWork = Long.MAX_VALUE;
    private long spent;

    /** Of a search: the reached staircases, and their values. */
    private int[] hits = {};

    private long[] hitValues = {};

    private EntityRecord record;
    private DeclaredEvent event;

    /** The time of the event, or of the check. */
    private long timeMs;

    RuleValues(RuleColumns columns, RuleTallies tallies) {
        MatrixSchema schema = columns.schema();
        this.columns = columns;
        this.tallies = tallies;
        objects = new ColumnValues(schema);
        fields = schema.model().event().fields().size();
        before = EntityRecord.empty(
                EntityId.of(0),
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
    }

    RuleTally[] use(RuleSet rules) {
        cellsBefore = rules.cellsBefore();
        searched = tallies.of(rules.byIndex());
        return searched;
    }

    void search(List<BoundRule> rules) {
        searched = tallies.of(rules.toArray(BoundRule[]::new));
    }

    /** Keeps values of a record that is about to count an event, in whose windows it is. */
    void before(EntityRecord uncounted) {
        cellsBefore.copy(uncounted, before);
    }

    void of(EntityRecord counted, DeclaredEvent itsEvent) {
        record = counted;
        event = itsEvent;
        timeMs = itsEvent.timestampMs();
        tallies.see();
    }

    void of(EntityRecord present, long nowMs) {
        record = present;
        event = null;
        timeMs = nowMs;
        tallies.see();
    }

    public EntityRecord record() {
        return record;
    }

    EntityRecord recordBefore() {
        return before;
    }

    /** Null at a check. */
    public DeclaredEvent event() {
        return event;
    }

    public long timeMs() {
        return timeMs;
    }

    public RuleTally tally(BoundRule rule) {
        return tallies.of(rule);
    }

    boolean holds(int rule, Condition part) {
        return searched[rule].holds(part, this);
    }

    long seen() {
        return tallies.seen();
    }

    // ---- the work of one evaluation

    void allow(long work) {
        mostWork = work;
        spent = 0;
    }

    /** Whether the last evaluation was ended because of its work. */
    public boolean isBeyondBudget() {
        return spent > mostWork;
    }

    long spent() {
        return spent;
    }

    @Override
    public void spend(long amount, int position) {
        spent += amount;
        RuleTally.requireWork(spent, mostWork, position);
    }

    // ---- the room of a search

    int[] hits(int staircases) {
        hits = hits.length < staircases ? new int[staircases] : hits;
        return hits;
    }

    long[] hitValues(int staircases) {
        hitValues = hitValues.length < staircases ? new long[staircases] : hitValues;
        return hitValues;
    }

    private int idle() {
        return LastEventTimes.idleSeconds(record, timeMs);
    }

    private EntityRecord recordOf(int index) {
        return columns.isBefore(index) ? before : record;
    }

    // ---- as primitive values

    @Override
    public boolean isNull(int index) {
        final MatrixColumn column = columns.matrixColumn(index);
        if (columns.isIdle(index)) {
            return idle() == LastEventTimes.NEVER;
        } else if (column == null) {
            final int field = columns.field(index);
            return field < fields && event.values().isNull(field);
        } else if (column instanceof MatrixColumn.Stored stored) {
            return stored.column().isExtreme()
                    && cell(stored.column(), recordOf(index)) == stored.column().empty();
        } else if (column instanceof MatrixColumn.OfAttribute attribute) {
            return record.attributes().value(attribute.index()) == null;
        } else if (column instanceof MatrixColumn.OfTable ofTable) {
            return ofTable.column().cell(record.attributes()) == null;
        }
        return false;
    }

    @Override
    public long bits(int index) {
        final MatrixColumn column = columns.matrixColumn(index);
        if (columns.isIdle(index)) {
            return idle();
        } else if (column == null) {
            final int field = columns.field(index);
            return field < fields ? event.values().bits(field) : event.timestampMs();
        } else if (column instanceof MatrixColumn.Stored stored) {
            final long cell = cell(stored.column(), recordOf(index));
            return stored.column().kind().isDouble()
                    ? Double.doubleToRawLongBits(stored.column().doubleValue(cell))
                    : cell;
        } else if (column instanceof MatrixColumn.OfAttribute attribute) {
            return bits(record.attributes().value(attribute.index()), attribute.attribute());
        } else if (column instanceof MatrixColumn.OfTable ofTable) {
            return Long.parseLong(ofTable.column().cell(record.attributes()));
        }
        return record.key().number();
    }

    private static long cell(StoredColumn column, EntityRecord of) {
        return column.cell(of.ints(), of.longs());
    }

    private static long bits(Object value, Attribute attribute) {
        if (value instanceof Long number) {
            return number;
        } else if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        } else if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        } else {
            return attribute.type().labels().indexOf((String) value);
        }
    }

    @Override
    public String text(int index) {
        final MatrixColumn column = columns.matrixColumn(index);
        if (column == null) {
            return event.values().text(columns.field(index));
        } else if (column instanceof MatrixColumn.OfAttribute attribute) {
            return (String) record.attributes().value(attribute.index());
        } else if (column instanceof MatrixColumn.OfTable ofTable) {
            return ofTable.column().cell(record.attributes());
        }
        return record.key().text();
    }

    // ---- as objects

    @Override
    public Object value(int index) {
        final MatrixColumn column = columns.matrixColumn(index);
        return column == null
                ? FieldsRow.value(this, columns.column(index))
                : objects.value(column, new RecordCells(recordOf(index)));
    }
}
