package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** A few subscribers, in records that a peer can load and in the plain model that knows what it has to answer then. */
final class Subscribers {
    private final MatrixSchema schema = CallModel.schema(CallModel.AGGREGATES_PER_COPY);
    private final Partition partition =
            new Matrix(schema, Set.of(), new ScalarKernels(), new Part.Source(0, 1, 0)).partition();
    private final TreeMap<Long, EntityRecord> records = new TreeMap<>();
    private final PlainEntities plain = new PlainEntities(
            schema.model(), BenchTime.ZONE, GivenModel.of("aim-42").queries());

    Subscribers() {
        plain.advanceTo(BenchTime.NOW_MS);
    }

    Subscribers call(long subscriberId, long timestampMs, int durationSeconds, float cost, boolean longDistance) {
        Event event = new Event(subscriberId, timestampMs, durationSeconds, cost, longDistance);
        DeclaredEvent call = CallModel.event(event);
        call.clockMs(BenchTime.NOW_MS);
        partition.apply(record(subscriberId), call);
        plain.event(call);
        return this;
    }

    Subscribers profile(long subscriberId, String zip, int subscriptionType, int category, int cellValueType) {
        Attributes attributes = Attributes.of(zip, (long) subscriptionType, (long) category, (long) cellValueType);
        partition.apply(record(subscriberId), attributes);
        plain.update(new EntityProfile(EntityId.of(subscriberId), attributes));
        return this;
    }

    private EntityRecord record(long subscriberId) {
        return records.computeIfAbsent(subscriberId, partition::newRecord);
    }

    /** A peer that has taken them over. */
    DuckDbPeer inDuckDb(int threads) {
        DuckDbPeer peer = new DuckDbPeer(threads);
        peer.load(schema, Catalogues.scannedColumns(schema), records.values().stream());
        return peer;
    }

    List<List<Object>> answer(AskedQuery call) {
        return plain.answer(call);
    }
}
