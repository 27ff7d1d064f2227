package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.security.User;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Talks with a session as a client does, without a socket. What it hears is written in lines, see {@link Heard}. */
final class Talk {
    /** Of all clients. */
    static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);

    final FakeJob job;
    final Gateway gateway;
    final ModelWatch watch;
    final RunningQueries queries;
    final Session session;
    private final BackendWriter out = new BackendWriter();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    Talk() {
        this(new User("ada", null));
    }

    Talk(User user) {
        this(user, new FakeJob());
    }

    private Talk(User user, FakeJob job) {
        this(user, job, new ModelWatch(job));
    }

    /** Another session over a job that is there already. */
    Talk(User user, FakeJob job, ModelWatch watch) {
        this(user, job, watch, new RunningQueries(Duration.ofSeconds(1), ended -> {}));
    }

    /** Another of the same gateway. */
    Talk(User user, FakeJob job, ModelWatch watch, RunningQueries queries) {
        this(user, job, watch, queries, Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim"));
    }

    /** Of several jobs. */
    static Talk of(User user, Map<String, FakeJob> jobs) {
        return new Talk(
                user,
                Gateway.of(
                        jobs.entrySet().stream()
                                .map(job -> new NamedJob(job.getKey(), job.getValue(), new ModelWatch(job.getValue())))
                                .toList(),
                        new RunningQueries(Duration.ofSeconds(1), ended -> {}),
                        Gateway.Limits.USUAL,
                        "aim"));
    }

    /** Another of a gateway with limits of its own. */
    Talk(User user, Gateway gateway) {
        this(user, (FakeJob) gateway.first().way(), gateway.watch(), gateway.queries(), gateway);
    }

    private Talk(User user, FakeJob job, ModelWatch watch, RunningQueries queries, Gateway gateway) {
        this.queries = queries;
        this.job = job;
        this.watch = watch;
        this.gateway = gateway;
        session = new Session(gateway, 7, user, out, peer(out, sent));
    }

    static SessionClient peer(BackendWriter out, OutputStream sent) {
        return new SessionClient() {
            @Override
            public void flush() throws IOException {
                out.flush(sent);
            }

            @Override
            public boolean isGone() {
                return false;
            }

            @Override
            public InetSocketAddress address() {
                return ADDRESS;
            }

            @Override
            public boolean end(int processId, User by, boolean isConnection) {
                return false;
            }
        };
    }

    /** What the client hears at its start. */
    List<String> begin(Map<String, String> options) {
        try {
            session.begin(options);
            session.ready();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return heard();
    }

    /** The client leaves. */
    void end() {
        session.end();
    }

    List<String> query(String sql) {
        return say(new Frontend.Query(sql));
    }

    List<String> say(Frontend... messages) {
        try {
            for (Frontend message : messages) {
                session.handle(message);
            }
            out.flush(sent);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return heard();
    }

    static Frontend.Parse parse(String name, String sql, Integer... types) {
        return new Frontend.Parse(name, sql, List.of(types));
    }

    /** Binds texts; null for null. */
    static Frontend.Bind bind(String portal, String statement, String... values) {
        return new Frontend.Bind(
                portal,
                statement,
                List.of(),
                Arrays.stream(values)
                        .map(value -> value == null ? null : value.getBytes(StandardCharsets.UTF_8))
                        .toList(),
                List.of());
    }

    static Frontend.Bind bindBinary(String statement, byte[] value) {
        return new Frontend.Bind(
                "", statement, List.of(Format.BINARY), Arrays.asList(new byte[][] {value}), List.of(Format.BINARY));
    }

    static Frontend.Execute execute(String portal, int maxRows) {
        return new Frontend.Execute(portal, maxRows);
    }

    static Frontend.Describe describeStatement(String name) {
        return new Frontend.Describe(Frontend.Target.STATEMENT, name);
    }

    static Frontend.Describe describePortal(String name) {
        return new Frontend.Describe(Frontend.Target.PORTAL, name);
    }

    static Frontend.Sync sync() {
        return new Frontend.Sync();
    }

    private List<String> heard() {
        List<String> lines = Heard.lines(sent.toByteArray());
        sent.reset();
        return lines;
    }
}
