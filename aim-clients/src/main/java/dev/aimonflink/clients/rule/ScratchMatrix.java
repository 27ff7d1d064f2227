package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.rules.judge.Firings;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A partition of the matrix in memory, without columns, in which rules judge events like in the job. */
final class ScratchMatrix implements RuleJudge.Memory {
    private final Map<EntityId, EntityRecord> records = new HashMap<>();
    private final Map<EntityId, Firings> firings = new HashMap<>();
    private final Partition partition;
    private final RuleTallies tallies = new RuleTallies();
    private final RuleJudge judge;

    /** @param maxEntities events of further ones are {@link Effect#FULL} */
    ScratchMatrix(RuleModel model, int maxEntities, RuleJudge.Alerts alerts) {
        partition = new Partition(
                new Part.Source(0, 1, 0),
                new PartitionSettings(
                        new ColumnSet(model.schema(), List.of()),
                        model.tables(),
                        model.zone(),
                        new ScalarKernels(),
                        new RowLimits(maxEntities, RowLimits.NEVER)),
                records::get,
                PartitionClocks.SYSTEM,
                part -> {});
        RuleSet none = new RuleSet(List.of(), model.columns(), RuleSet.Engine.SEARCH);
        judge = new RuleJudge(model.columns(), model.zone(), none, tallies, this, alerts);
    }

    void judgeBy(RuleSet rulesOrNull) {
        if (rulesOrNull != null) {
            judge.use(rulesOrNull);
        }
        partition.hook(rulesOrNull == null ? null : judge);
    }

    RuleTallies tallies() {
        return tallies;
    }

    boolean has(EntityId key) {
        return records.containsKey(key);
    }

    /** @throws dev.aimonflink.matrix.names.TooManyTextsException if an attribute has too many different texts; nothing changed */
    void apply(EntityId key, Attributes attributes) {
        EntityRecord record = record(key);
        if (partition.apply(record, attributes) == Effect.APPLIED) {
            records.put(key, record);
        }
    }

    /** @throws dev.aimonflink.matrix.model.FilterFailure if a filter of the model fails on it */
    Effect apply(DeclaredEvent event) {
        EntityId key = event.key();
        EntityRecord known = records.get(key);
        EntityRecord record = known == null ? partition.newRecord(key) : known;
        Effect effect = partition.apply(record, event);
        if (effect == Effect.APPLIED) {
            if (known == null) {
                records.put(key, record);
            }
            partition.makeRoom();
        }
        return effect;
    }

    private EntityRecord record(EntityId key) {
        EntityRecord known = records.get(key);
        return known == null ? partition.newRecord(key) : known;
    }

    // ---- what entities remember

    @Override
    public Firings of(EntityRecord record) {
        return firings.get(record.key());
    }

    @Override
    public void keep(EntityRecord record, Firings changed) {
        firings.put(record.key(), changed);
    }

    /** It is kept as it is. */
    @Override
    public void marked(EntityRecord record) {}

    @Override
    public void drop(EntityRecord record) {
        firings.remove(record.key());
    }
}
