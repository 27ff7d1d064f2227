package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.BroadcastInput.Turn;
import dev.aimonflink.job.message.CallMessages;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MatrixInput.PointQuery;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.request.Answer;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.WithProgress;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.rules.report.RuleQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.SharedStateRegistry;
import org.apache.flink.runtime.state.SharedStateRegistryImpl;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;

/** The matrix operator in all its parallel instances, with routing to them and merging of their parts. */
final class MatrixPartitions {
    /** On average. With few subscribers, chunks of many calls and of one come of it. */
    private static final int CALLS_PER_CUT = 200;

    private final RulesSource rules;
    private final NanoClock clock;
    private JobSettings settings;
    private final StateBackend backend;
    private Catalogue catalogue;
    private Answer answer;
    private final List<MatrixHarness> partitions = new ArrayList<>();
    private int requests;
    private long newestMs = Long.MIN_VALUE;
    private long attempt;

    /** What a JobManager keeps for incremental checkpoints: files that a later one takes over from an earlier one. */
    private final SharedStateRegistry shared = new SharedStateRegistryImpl();

    MatrixPartitions(JobSettings settings, StateBackend backend, int parallelism) throws Exception {
        this(settings, RulesSource.NONE, backend, parallelism);
    }

    MatrixPartitions(JobSettings settings, RulesSource rules, StateBackend backend, int parallelism) throws Exception {
        this(settings, rules, backend, parallelism, NanoClock.SYSTEM);
    }

    /** Creates instances whose scans read another clock. */
    MatrixPartitions(JobSettings settings, StateBackend backend, int parallelism, NanoClock clock) throws Exception {
        this(settings, RulesSource.NONE, backend, parallelism, clock);
    }

    private MatrixPartitions(
            JobSettings settings, RulesSource rules, StateBackend backend, int parallelism, NanoClock clock)
            throws Exception {
        this.rules = rules;
        this.clock = clock;
        this.settings = settings;
        this.backend = backend;
        useSchema();
        for (int index = 0; index < parallelism; index++) {
            MatrixHarness partition = newPartition(index, parallelism);
            partition.open();
            partitions.add(partition);
        }
    }

    private void useSchema() {
        MatrixSchema schema = settings.schema();
        catalogue = RuleQueries.beside(
                Catalogues.of(schema, settings.tables(), AnswerLimits.USUAL),
                settings.ruleColumns(),
                AnswerLimits.USUAL);
        answer = new Answer(schema, settings.zone(), settings.eventsTopic());
    }

    private MatrixHarness newPartition(int index, int parallelism) throws Exception {
        return new MatrixHarness(
                new ClockedMatrix(settings, clock, rules),
                settings.model().event().key().isText() ? Types.STRING : Types.LONG,
                backend,
                index,
                parallelism);
    }

    /** Restores with other settings, which stay. */
    void restart(JobSettings changed, int parallelism, long checkpointId) throws Exception {
        settings = changed;
        newestMs = settings.clockReset()
                .map(instant -> Math.min(newestMs, instant.toEpochMilli()))
                .orElse(newestMs);
        useSchema();
        restart(parallelism, checkpointId);
    }

    /** Takes a checkpoint and restores it with so many instances. */
    void restart(int parallelism, long checkpointId) throws Exception {
        restore(checkpoint(checkpointId), parallelism, checkpointId);
    }

    /** Takes a checkpoint, completes it, and goes on. */
    OperatorSubtaskState[] checkpoint(long checkpointId) throws Exception {
        OperatorSubtaskState[] states = new OperatorSubtaskState[partitions.size()];
        for (int index = 0; index < states.length; index++) {
            states[index] = partitions.get(index).snapshot(checkpointId, 0);
            states[index].registerSharedStates(shared, checkpointId);
        }
        for (MatrixHarness partition : partitions) {
            partition.notifyOfCompletedCheckpoint(checkpointId);
        }
        return states;
    }

    /** As below, with other settings, which stay. */
    void restore(JobSettings changed, OperatorSubtaskState[] states, int parallelism, long checkpointId)
            throws Exception {
        settings = changed;
        restore(states, parallelism, checkpointId);
    }

    /** Drops all instances and restores a checkpoint with so many instances. */
    void restore(OperatorSubtaskState[] states, int parallelism, long checkpointId) throws Exception {
        close();
        attempt = checkpointId;
        OperatorSubtaskState all = AbstractStreamOperatorTestHarness.repackageState(states);
        for (int index = 0; index < parallelism; index++) {
            MatrixHarness partition = newPartition(index, parallelism);
            partition.setRestoredCheckpointId(checkpointId);
            partition.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    all, MatrixHarness.MAX_PARALLELISM, states.length, parallelism, index));
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

    MatrixHarness ownerOf(EntityId key) {
        return partitions.get(KeyGroupRangeAssignment.assignKeyToParallelOperator(
                key.value(), MatrixHarness.MAX_PARALLELISM, partitions.size()));
    }

    void send(MatrixInput input) throws Exception {
        ownerOf(input.key()).process(input);
    }

    void call(Event event) throws Exception {
        send(CallMessages.of(List.of(judgedNow(CallMessages.placed(event, 0, 0))), attempt, 0));
    }

    /** All calls come from one Kafka partition, and turns and watermarks tell its time. */
    private DeclaredEvent judgedNow(DeclaredEvent call) {
        newestMs = Math.max(newestMs, call.timestampMs());
        call.clockMs(newestMs);
        return call;
    }

    /** Sends calls in chunks that are cut at random. */
    void calls(List<Event> events, Random random) throws Exception {
        events(events.stream().map(CallModel::event).map(this::judgedNow).toList(), random);
    }

    /** Sends events of the model in chunks that are cut at random. */
    void events(List<DeclaredEvent> events, Random random) throws Exception {
        List<MatrixInput> chunked = new ArrayList<>();
        EventChunks chunks = new EventChunks(
                settings.model().event(), MatrixHarness.MAX_PARALLELISM, attempt, MatrixInput::nowMicros, chunked::add);
        for (DeclaredEvent event : events) {
            chunks.add(event);
            if (random.nextInt(CALLS_PER_CUT) == 0) {
                chunks.flush();
            }
        }
        chunks.flush();
        for (MatrixInput input : chunked) {
            send(input);
        }
    }

    void broadcast(BroadcastInput input) throws Exception {
        for (MatrixHarness partition : partitions) {
            partition.process(input);
        }
    }

    void turn(long timeMs) throws Exception {
        newestMs = Math.max(newestMs, timeMs);
        broadcast(new Turn(timeMs, attempt));
    }

    void watermark(long timeMs) throws Exception {
        newestMs = timeMs == Long.MAX_VALUE ? newestMs : Math.max(newestMs, timeMs);
        for (MatrixHarness partition : partitions) {
            partition.processWatermark(timeMs);
        }
    }

    /** Sends a query to its partitions, and runs nothing yet. */
    Request submit(AskedQuery call) throws Exception {
        return submit(new Request("q-" + requests, "r", "c-" + requests++, call, Long.MAX_VALUE));
    }

    private Request submit(Request request) throws Exception {
        AskedQuery call = request.asked();
        if (catalogue.bind(call) instanceof EntityQuery ofOne) {
            send(new PointQuery(ofOne.key(), request, 0));
        } else {
            broadcast(new Question(request, null));
        }
        return request;
    }

    /** Begins the scans that wait: by mails, of which the first may only find that records have come, or by a timer. */
    void beginScans() throws Exception {
        for (MatrixHarness partition : partitions) {
            if (partition.runMail()) {
                partition.runMail();
            } else {
                partition.advanceTime(ScanSchedule.PAUSE_MS);
            }
        }
    }

    /** Runs everything and returns the answer to the last query. */
    QueryResult answerOf(Request request) throws Exception {
        return answersOf(List.of(request)).get(0);
    }

    /** Returns the answers to all queries submitted since the last call. */
    List<QueryResult> answersOf(List<Request> requests) throws Exception {
        List<Part> parts = new ArrayList<>();
        for (MatrixHarness partition : partitions) {
            partition.drain();
            parts.addAll(partition.parts());
        }
        List<QueryResult> answers = new ArrayList<>();
        for (Request request : requests) {
            Query query = catalogue.bind(request.asked());
            List<Part> itsParts = new ArrayList<>();
            for (Part part : parts) {
                if (part.requestKey().equals(request.key())) {
                    itsParts.add(part);
                }
            }
            answers.add(answer.of(request, query, itsParts, 0));
        }
        return answers;
    }

    QueryResult ask(AskedQuery call) throws Exception {
        return answerOf(submit(call));
    }

    /** Sends a query whose answer has options, and runs nothing yet. */
    Request submit(AskedQuery call, AnswerOptions options) throws Exception {
        return submit(new Request("q-" + requests, "r", "c-" + requests++, call, Long.MAX_VALUE, options));
    }

    /** Asks for an answer with the place in each Kafka partition. */
    QueryResult askWithProgress(AskedQuery call) throws Exception {
        return answerOf(
                submit(WithProgress.of(new Request("q-" + requests, "r", "c-" + requests++, call, Long.MAX_VALUE))));
    }

    QueryResult ask(String query) throws Exception {
        return ask(AskedQuery.withDefaults(query));
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
