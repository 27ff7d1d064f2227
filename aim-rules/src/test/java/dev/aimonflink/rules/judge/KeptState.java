package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.StoredRecords;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.rules.plain.PlainRules.Fired;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** The state that a job would keep of a partition with rules, as bytes or as copies, and what fires in it. */
public abstract class KeptState implements StoredRecords, RuleJudge.Memory, RuleJudge.Alerts {
    public final Map<EntityId, EntityRecord> records = new HashMap<>();
    public final Map<EntityId, byte[]> firings = new HashMap<>();
    public final List<Fired> fired = new ArrayList<>();

    protected abstract Partition partition();

    private EntityRecord recordOf(EntityId key) {
        EntityRecord stored = find(key);
        return stored == null ? partition().newRecord(key) : stored;
    }

    /** Returns what the event fires. */
    public final List<Fired> event(DeclaredEvent event) {
        fired.clear();
        EntityRecord record = recordOf(event.key());
        try {
            if (partition().apply(record, event) == Effect.APPLIED) {
                records.put(event.key(), record.copy());
            }
        } catch (FilterFailure failure) {
            assertThat(fired).isEmpty();
        }
        return List.copyOf(fired);
    }

    public final void profile(EntityId key, Attributes attributes) {
        EntityRecord record = recordOf(key);
        if (partition().apply(record, attributes) == Effect.APPLIED) {
            records.put(key, record.copy());
        }
    }

    @Override
    public final void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        fired.add(new Fired(
                rule.rule().id(),
                rule.version(),
                values.record().key(),
                values.timeMs(),
                isResolved,
                suppressed,
                sinceMs,
                rule.expressions().message().text(values),
                rule.rule().shadow()));
    }

    @Override
    public final EntityRecord find(EntityId key) {
        EntityRecord stored = records.get(key);
        return stored == null ? null : stored.copy();
    }

    @Override
    public final void remove(EntityId key) {
        records.remove(key);
        firings.remove(key);
    }

    @Override
    public final void marked(EntityRecord record) {
        records.put(record.key(), record.copy());
    }

    @Override
    public final Firings of(EntityRecord record) {
        byte[] bytes = firings.get(record.key());
        try {
            return bytes == null ? null : Firings.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public final void keep(EntityRecord record, Firings changed) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            changed.write(new DataOutputStream(bytes));
            firings.put(record.key(), bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public final void drop(EntityRecord record) {
        firings.remove(record.key());
    }
}
