package dev.aimonflink.lab.disturbance;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.judge.Rule;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Attacks the job and a gateway, several times a second, and also asks as somebody else: an entity, a count, and {@code SELECT 1} through
 * the gateway. Each of these must be answered in time; the first two may take longer while the job is killed or changed.
 */
public final class HostileClient implements AutoCloseable {
    /** An attack through one connection. */
    interface Talk {
        String with(HostileSocket socket) throws IOException;
    }

    /** One that begins, and whose connection is then held. */
    interface Beginning {
        void with(HostileSocket socket) throws IOException;
    }

    static final String USER = "hostile";

    /** Far longer than an answer takes on a busy machine under other attacks. */
    private static final Duration DEADLINE = Duration.ofSeconds(40);

    /** The state of an error that is not the client's. */
    private static final String DEFECT = "XX000";

    private static final int AT_A_TIME = 6;
    private static final long PAUSE_MS = 250;

    /** Longer than the deadline: an attack that others have to wait out has stopped them. */
    private static final Duration ATTACK_TIME = Duration.ofSeconds(50);

    private static final Duration HOLD_TIME = Duration.ofSeconds(2);
    private static final Duration END_LIMIT = Duration.ofMinutes(3);

    private final long seed;
    private final RulesPublisher rulesTopic;
    private final QueryClient hostile;
    private final QueryClient other;
    private final OpenGateway gateway;
    private final Map<String, Attacks.Attack> attacks;
    private final AskedQuery ofEntity;
    private final AskedQuery count;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "aim-chaos-hostile");
        thread.setDaemon(true);
        return thread;
    });
    private final CompletableFuture<Void> attacking;
    private final CompletableFuture<Void> askingBeside;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private volatile boolean isDisturbed;
    private volatile long calmNanos = System.nanoTime();
    private volatile long longestNanos;
    private volatile boolean isOver;

    public HostileClient(Setting setting, Model model) {
        Connection connection = setting.connection();
        seed = setting.cell().seed();
        attacks = new Attacks(model, setting.smallTopic()).all();
        ofEntity = EntityQuestion.of(model).of(new EntityKeys(model).id(0));
        count = new AskedQuery("sql", Map.of("text", "SELECT count(*) FROM " + MatrixTables.matrixNameOf(model)));
        rulesTopic = new RulesPublisher(
                () -> {
                    throw new IllegalStateException("Rules are not read here.");
                },
                () -> new RecordPublisher(connection, setting.topics().rules()));
        hostile = new QueryClient(connection, setting.topics(), USER);
        other = new QueryClient(connection, setting.topics(), "other");
        gateway = OpenGateway.atLoopback(connection, setting.topics(), 0);
        attacking = CompletableFuture.runAsync(this::attack, threads);
        askingBeside = CompletableFuture.runAsync(this::askBeside, threads);
    }

    /** Each once in random order, and again. */
    private void attack() {
        Random random = new Random(seed);
        List<String> names = new ArrayList<>(attacks.keySet());
        for (int next = 0; !isOver || next < names.size(); next++) {
            if (next % names.size() == 0) {
                Collections.shuffle(names, random);
            }
            String name = names.get(next % names.size());
            Waiting.until(() -> underWay.size() < AT_A_TIME, ATTACK_TIME.multipliedBy(2));
            // One that is still in progress from the last round is not doubled.
            if (underWay.add(name)) {
                threads.execute(() -> attack(name));
            }
            pause();
        }
    }

    private void attack(String name) {
        begun.incrementAndGet();
        try {
            attacks.get(name).by(this);
        } catch (IOException | ClientException ended) {
            // Being thrown out is also fine.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException defect) {
            faults.add("The attack '" + name + "' failed: " + defect);
        } finally {
            underWay.remove(name);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- what attacks are made of

    /** Several at once. */
    void ask(AskedQuery asked, int times) {
        List<CompletableFuture<QueryResult>> answers = Stream.generate(() -> hostile.ask(asked, ATTACK_TIME))
                .limit(times)
                .toList();
        for (CompletableFuture<QueryResult> each : answers) {
            QueryError error = each.join().error();
            if (error != null && error.code() == QueryError.Code.INTERNAL) {
                faults.add("A hostile question had the error " + error.message());
            }
        }
    }

    void put(List<Rule> rules) {
        rulesTopic.write(
                rules.stream()
                        .map(each -> new RuleChange(each.id(), null, each, null))
                        .toList(),
                USER,
                null);
    }

    void connect(Talk talk) throws IOException {
        try (HostileSocket socket = new HostileSocket(gateway.port(), ATTACK_TIME)) {
            socket.begin(USER);
            if (talk.with(socket).equals(DEFECT)) {
                faults.add("A hostile statement met a defect, see the log.");
            }
        }
    }

    void hold(int sockets, Beginning beginning) throws IOException, InterruptedException {
        List<HostileSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < sockets; i++) {
                held.add(new HostileSocket(gateway.port(), ATTACK_TIME));
                beginning.with(held.get(i));
            }
            Thread.sleep(HOLD_TIME.toMillis());
        } finally {
            for (HostileSocket each : held) {
                each.close();
            }
        }
    }

    /** Every other time with another secret. */
    void cancel(String sql, int times) throws IOException {
        connect(socket -> {
            socket.queryUnread(sql);
            for (int i = 0; i < times; i++) {
                try (HostileSocket cancel = new HostileSocket(gateway.port(), ATTACK_TIME)) {
                    cancel.send(socket.cancel(1 - i % 2));
                }
            }
            return socket.untilReady();
        });
    }

    // ---- who asks beside

    private void askBeside() {
        while (!isOver || !attacking.isDone() || !underWay.isEmpty()) {
            await("A question for an entity", true, () -> isAnswered(ofEntity));
            await("A count", true, () -> isAnswered(count));
            await("SELECT 1 through the gateway", false, this::isOneAnswered);
            pause();
        }
    }

    /** @param needsJob whether it may wait while the job is killed or changed */
    private void await(String what, boolean needsJob, BooleanSupplier question) {
        final long askedNanos = System.nanoTime();
        long waitedNanos = 0;
        boolean isAnswered = false;
        while (!isAnswered && faults.isEmpty()) {
            Set<String> meanwhile = Set.copyOf(underWay);
            isAnswered = question.getAsBoolean();
            if (!isAnswered) {
                pause();
            }
            final long fromNanos = needsJob ? Math.max(askedNanos, calmNanos) : askedNanos;
            waitedNanos = needsJob && isDisturbed ? 0 : System.nanoTime() - fromNanos;
            if (waitedNanos > DEADLINE.toNanos()) {
                faults.add(what + " had no answer within " + DEADLINE.toSeconds() + " s, while there was: "
                        + String.join(", ", meanwhile) + ".");
            }
        }
        longestNanos = Math.max(longestNanos, waitedNanos);
    }

    private boolean isAnswered(AskedQuery asked) {
        return other.answer(asked, DEADLINE).status() == QueryResult.Status.OK;
    }

    private boolean isOneAnswered() {
        try (HostileSocket socket = new HostileSocket(gateway.port(), DEADLINE)) {
            return socket.begin("other").equals(HostileSocket.OK)
                    && socket.query("SELECT 1").equals(HostileSocket.OK);
        } catch (IOException refused) {
            return false;
        }
    }

    /** Does what keeps the job from answering, through no attacker's fault. */
    public void aside(Runnable disturbance) {
        isDisturbed = true;
        disturbance.run();
        calmNanos = System.nanoTime();
        isDisturbed = false;
    }

    /** Ends when each attack was made; returns what was wrong. */
    public List<String> end() {
        isOver = true;
        if (!Waiting.until(() -> attacking.isDone() && askingBeside.isDone(), END_LIMIT)) {
            faults.add("These attacks do not end: " + underWay);
        }
        if (attacking.isCompletedExceptionally() || askingBeside.isCompletedExceptionally()) {
            faults.add("Who attacks, or who asks beside, has failed: " + attacking + ", " + askingBeside);
        }
        return List.copyOf(faults);
    }

    public int attacks() {
        return begun.get();
    }

    /** Somebody else's longest wait for an answer, in times without a disturbance. */
    public double longestSeconds() {
        return longestNanos / 1e9;
    }

    @Override
    public void close() {
        isOver = true;
        threads.shutdownNow();
        try (hostile;
                other) {
            gateway.close();
        }
    }
}
