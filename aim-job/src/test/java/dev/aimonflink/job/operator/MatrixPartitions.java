package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.PartialResult;
import dev.aimonflink.core.model.Event;
import dev.aimonflink.core.query.Answer;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.query.QueryCall;
import dev.aimonflink.core.query.QueryResult;
import dev.aimonflink.core.query.Request;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.stream.BroadcastInput;
import dev.aimonflink.job.stream.BroadcastInput.ScanQuery;
import dev.aimonflink.job.stream.BroadcastInput.Turn;
import dev.aimonflink.job.stream.MatrixInput;
import dev.aimonflink.job.stream.MatrixInput.Call;
import dev.aimonflink.job.stream.MatrixInput.PointQuery;
import dev.aimonflink.job.stream.MergeInput.Part;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** The matrix operator in all its parallel instances, with what routes to them and merges what they say. */
final class MatrixPartitions {
    private JobSettings settings;
    private final StateBackend backend;
    private Catalogue catalogue;
    private final List<MatrixHarness> partitions = new ArrayList<>();
    private int requests;

    MatrixPartitions(JobSettings settings, StateBackend backend, int parallelism) throws Exception {
        this.settings = settings;
        this.backend = backend;
        this.catalogue = new Catalogue(settings.schema());
        for (int index = 0; index < parallelism; index++) {
            MatrixHarness partition = new MatrixHarness(settings, backend, index, parallelism);
            partition.open();
            partitions.add(partition);
        }
    }

    /** The same with other settings from then on. */
    void restart(JobSettings changed, int parallelism, long checkpointId) throws Exception {
        settings = changed;
        catalogue = new Catalogue(settings.schema());
        restart(parallelism, checkpointId);
    }

    /** Takes a checkpoint and restores it with so many instances. */
    void restart(int parallelism, long checkpointId) throws Exception {
        int before = partitions.size();
        OperatorSubtaskState[] states = new OperatorSubtaskState[before];
        for (int index = 0; index < before; index++) {
            states[index] = partitions.get(index).snapshot(checkpointId, 0);
        }
        close();
        OperatorSubtaskState all = AbstractStreamOperatorTestHarness.repackageState(states);
        for (int index = 0; index < parallelism; index++) {
            MatrixHarness partition = new MatrixHarness(settings, backend, index, parallelism);
            partition.setRestoredCheckpointId(checkpointId);
            partition.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    all, MatrixHarness.MAX_PARALLELISM, before, parallelism, index));
            partition.open();
            partitions.add(partition);
        }
    }

    void close() throws Exception {
        for (MatrixHarness partition : partitions) {
            partition.close();
        }
        partitions.clear();
    }

    List<MatrixHarness> all() {
        return partitions;
    }

    MatrixHarness ownerOf(long subscriberId) {
        return partitions.get(KeyGroupRangeAssignment.assignKeyToParallelOperator(
                subscriberId, MatrixHarness.MAX_PARALLELISM, partitions.size()));
    }

    void send(MatrixInput input) throws Exception {
        ownerOf(input.subscriberId()).process(input);
    }

    void call(Event event) throws Exception {
        send(new Call(event, 0, 0));
    }

    void broadcast(BroadcastInput input) throws Exception {
        for (MatrixHarness partition : partitions) {
            partition.process(input);
        }
    }

    void turn(long timeMs) throws Exception {
        broadcast(new Turn(timeMs));
    }

    void watermark(long timeMs) throws Exception {
        for (MatrixHarness partition : partitions) {
            partition.processWatermark(timeMs);
        }
    }

    /** Sends a question to whom it concerns, and runs nothing yet. */
    Request submit(QueryCall call) throws Exception {
        Request request = new Request("q-" + requests++, "r", "c", call, 0);
        if (call.params().get("subscriberId") instanceof Long subscriberId) {
            send(new PointQuery(subscriberId, request));
        } else {
            broadcast(new ScanQuery(request));
        }
        return request;
    }

    void runOneMailEach() throws Exception {
        for (MatrixHarness partition : partitions) {
            partition.runMail();
        }
    }

    /** The answer to what was submitted last, once everything has run. */
    QueryResult answerOf(Request request) throws Exception {
        List<PartialResult> parts = new ArrayList<>();
        Query query = catalogue.bind(request.call());
        for (MatrixHarness partition : partitions) {
            partition.drain();
            for (Part part : partition.parts()) {
                if (part.requestKey().equals(request.key())) {
                    parts.add(read(part, query));
                }
            }
        }
        return new Answer(settings.schema()).of(request, query, parts, 0);
    }

    QueryResult ask(QueryCall call) throws Exception {
        return answerOf(submit(call));
    }

    QueryResult ask(String query) throws Exception {
        return ask(QueryCall.withDefaults(query));
    }

    private static PartialResult read(Part part, Query query) throws IOException {
        return new PartialResult(
                part.requestKey(),
                part.source(),
                part.cut(),
                part.rowsScanned(),
                part.queuedNanos(),
                part.scanNanos(),
                part.partial() == null
                        ? null
                        : query.readPartial(new DataInputStream(new ByteArrayInputStream(part.partial()))),
                part.error());
    }

    /** A metric, summed over the instances. */
    long counter(String name) {
        return partitions.stream().mapToLong(each -> each.counter(name)).sum();
    }

    long gauge(String name) {
        return partitions.stream().mapToLong(each -> each.gauge(name)).sum();
    }

    long storedRecords() {
        return partitions.stream().mapToLong(MatrixHarness::storedRecords).sum();
    }
}
