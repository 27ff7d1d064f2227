package dev.aimonflink.clients;

import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.format.request.RequestOutcome;
import dev.aimonflink.query.serve.format.request.RequestParser;
import dev.aimonflink.query.serve.format.result.ResultRecords;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.report.RuleQueries;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;

/** A fake broker with a fake job: topics in memory, and a function that answers requests. */
public final class FakeKafka implements ClientFactory {
    public static final String BOOTSTRAP = "broker:9092";

    private static final Catalogue WITH_SQL =
            Catalogues.of(CallModel.schema(CallModel.AGGREGATES_PER_COPY), PresetModels.tables(), AnswerLimits.USUAL);

    private final FakeTopicStore store = new FakeTopicStore();
    private final List<ProducerRecord<byte[], byte[]>> published = new CopyOnWriteArrayList<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private Catalogue catalogue = withRules(Catalogues.of(CallModel.schema(CallModel.AGGREGATES_PER_COPY)));
    /** What the job says that its model is; null if there is no job. */
    private Model model = CallModel.withAggregates(CallModel.AGGREGATES_PER_COPY);

    private Function<Request, QueryResult> job = request -> null;
    private boolean isRefusing;
    private boolean isSilent;
    private volatile Predicate<ProducerRecord<byte[], byte[]>> refused = record -> false;
    private final Map<String, FakeTopic> records = new HashMap<>();
    private LocalCluster localCluster;
    private Connection lastConnection;

    public FakeKafka withTopics() {
        return withTopics(TopicSettings.defaults());
    }

    public FakeKafka withTopics(TopicSettings settings) {
        for (TopicRole role : TopicRole.values()) {
            TopicState topic = settings.wanted(role, Topics.defaults().name(role));
            store.topics.put(topic.name(), topic);
        }
        return this;
    }

    /** Replaces a topic of the same name. */
    public FakeKafka withTopic(TopicState topic) {
        store.topics.put(topic.name(), topic);
        return this;
    }

    public FakeKafka withoutTopic(String name) {
        store.topics.remove(name);
        return this;
    }

    /** Lets the user do no more than this with a topic or a group. */
    public FakeKafka withRights(String name, AclOperation... allowed) {
        store.allowed.put(name, Set.of(allowed));
        return this;
    }

    /** The topic has lost the records before an offset. */
    public FakeKafka withFirstOffset(String topic, long offset) {
        store.firstOffsets.put(topic, offset);
        return this;
    }

    /** Records of a transaction that stays open. */
    public FakeKafka withOpenTransaction(String id, long records) {
        store.openTransactions = List.of(id);
        store.recordsInOpenTransactions = records;
        return this;
    }

    public FakeKafka withCommittedOffsets(String group) {
        store.groupsWithOffsets.add(group);
        return this;
    }

    /** The job refuses wrong requests as a real one does. Otherwise they fail the test: clients check what they send. */
    public FakeKafka withRefusals() {
        isRefusing = true;
        return this;
    }

    /** The job has another model than that of calls. */
    public FakeKafka withModel(Model model) {
        this.model = model;
        catalogue = withRules(Catalogues.of(MatrixSchema.of(model)));
        return this;
    }

    /** The same, and queries may name columns of its tables. */
    public FakeKafka withModel(Model model, EntityTables tables) {
        this.model = model;
        catalogue = withRules(Catalogues.of(MatrixSchema.of(model), tables, AnswerLimits.USUAL));
        return this;
    }

    /** No broker answers who looks at topics. */
    public FakeKafka withoutBroker() {
        isSilent = true;
        return this;
    }

    public FakeKafka withoutJob() {
        model = null;
        return this;
    }

    /** @param answer null for none */
    public FakeKafka withJob(Function<Request, QueryResult> answer) {
        job = answer;
        return this;
    }

    public List<ProducerRecord<byte[], byte[]>> published() {
        return new ArrayList<>(published);
    }

    /** By which topics were looked at last. */
    public Connection connection() {
        return lastConnection;
    }

    public List<Request> requests() {
        return new ArrayList<>(requests);
    }

    public FakeKafka withLocalCluster(String bootstrap, String rest) {
        return withLocalCluster(new LocalCluster(bootstrap, rest, new LocalCluster.Broker(1, true, true)));
    }

    public FakeKafka withLocalCluster(LocalCluster cluster) {
        localCluster = cluster;
        return this;
    }

    @Override
    public Optional<LocalCluster> localCluster() {
        return Optional.ofNullable(localCluster);
    }

    @Override
    public TopicAdmin topicAdmin(Connection connection) {
        lastConnection = connection;
        if (isSilent) {
            throw connection.unreachable(null);
        }
        return new TopicAdmin(store, connection.bootstrap());
    }

    @Override
    public RecordPublisher recordPublisher(Connection connection, String topic) {
        return new RecordPublisher(
                new FakeProducer(true, record -> {
                    published.add(record);
                    records(topic).add(record);
                }) {
                    @Override
                    public synchronized Future<RecordMetadata> send(
                            ProducerRecord<byte[], byte[]> record, Callback callback) {
                        if (refused.test(record)) {
                            throw new KafkaException("The broker has no room.");
                        }
                        return super.send(record, callback);
                    }
                },
                topic);
    }

    /** No broker takes records of this kind. */
    public void refusing(Predicate<ProducerRecord<byte[], byte[]>> records) {
        refused = records;
    }

    @Override
    public QueryClient queryClient(Connection connection, Topics topics, String clientId) {
        FakeResults results = new FakeResults(topics, store.topics.keySet());
        FakeProducer queries = new FakeProducer(true, record -> answer(record, results));
        return new QueryClient(connection, topics, clientId, queries, results);
    }

    /** What a topic has; without, it has what is published to it. */
    public FakeKafka withRecords(String topic, FakeTopic given) {
        records.put(topic, given);
        return this;
    }

    /** The same of dead letters. */
    public FakeKafka withDeadLetters(FakeTopic letters) {
        return withRecords(Topics.defaults().deadLetters(), letters);
    }

    /** What a topic has so far. */
    public FakeTopic records(String topic) {
        return records.computeIfAbsent(topic, name -> new FakeTopic(1));
    }

    @Override
    public TopicReader topicReader(Connection connection, String topic) {
        return new TopicReader(records(topic).consumer(topic, store.topics.containsKey(topic)), connection, topic);
    }

    @Override
    public TopicReplay topicReplay(Connection connection, String topic, long fromMs, long untilMs, Duration timeout) {
        return new TopicReplay(
                records(topic).consumer(topic, store.topics.containsKey(topic)),
                connection,
                topic,
                fromMs,
                untilMs,
                timeout);
    }

    /** Rules name columns of calls, whatever the model is: no test of a client plans a preview. */
    private static Catalogue withRules(Catalogue ofModel) {
        return RuleQueries.beside(
                ofModel,
                new RuleColumns(
                        Catalogues.tables(CallModel.schema(CallModel.AGGREGATES_PER_COPY), PresetModels.tables())),
                AnswerLimits.USUAL);
    }

    private RequestOutcome parsed(byte[] value) {
        return new RequestParser(catalogue).parse(value, "queries-0-" + requests.size(), 0);
    }

    /** The job plans a text once it has accepted the request. */
    private QueryResult refusalOrNull(Request request) {
        try {
            catalogue.bind(request.asked());
            return null;
        } catch (QueryFailure failure) {
            return QueryResult.refusal(
                    request.requestId(), request.clientId(), request.asked().query(), failure.error());
        }
    }

    private void answer(ProducerRecord<byte[], byte[]> record, FakeResults results) {
        if (new RequestParser(WITH_SQL).parse(record.value(), "model", 0) instanceof RequestOutcome.Accepted asked
                && KnownModel.STATEMENT.equals(asked.request().asked().params().get("text"))) {
            if (model != null) {
                publish(Results.ok(asked.request(), List.of("yaml"), List.of(List.of(ModelFile.text(model)))), results);
            }
            return;
        }
        RequestOutcome parsed = parsed(record.value());
        if (isRefusing && parsed instanceof RequestOutcome.Refused refused) {
            publish(refused.result(), results);
            return;
        }
        if (!(parsed instanceof RequestOutcome.Accepted accepted)) {
            throw new AssertionError("The client sent a request that is wrong: " + parsed);
        }
        requests.add(accepted.request());
        QueryResult refusal = isRefusing ? refusalOrNull(accepted.request()) : null;
        QueryResult result = refusal == null ? job.apply(accepted.request()) : refusal;
        if (result != null) {
            publish(result, results);
        }
    }

    private static void publish(QueryResult result, FakeResults results) {
        byte[] key = result.clientId().getBytes(StandardCharsets.UTF_8);
        new ResultRecords().of(result, 1).records().forEach(json -> results.add(key, json));
    }
}
