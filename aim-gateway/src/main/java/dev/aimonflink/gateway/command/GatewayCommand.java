package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.Version;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.LocalCluster;
import dev.aimonflink.clients.cli.environment.StopSignal;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.http.Authentication;
import dev.aimonflink.gateway.http.HttpJob;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.http.HttpSettings;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Users;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.server.Tls;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim gateway}. */
@Command(
        name = "gateway",
        description = {
            "Let people ask the matrix: with a browser, with psql, JDBC, Python, BI tools, and over HTTP.",
            "",
            "Runs until Ctrl-C. Any number of gateways may run beside a job. At loopback, and without a file of users, everybody is"
                    + " trusted; elsewhere users and TLS are needed."
        },
        footer = {
            "",
            "Examples:",
            "  aim gateway",
            "  aim gateway --pg 6432 --bootstrap broker:9092",
            "  aim gateway --job shop=shop. --job calls=calls.",
            "  aim gateway --host 0.0.0.0 --users users.txt --tls-cert cert.pem --tls-key key.pem",
            "  aim gateway user add ada < password.txt"
        },
        mixinStandardHelpOptions = true)
public final class GatewayCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration FLINK_TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_PORT = 65_535;

    /** Each connection has a thread. */
    private static final int MOST_AT_A_TIME = 10_000;

    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private JobsOption jobs;

    @Mixin
    private UsersFileOption users;

    @Option(
            names = "--pg",
            paramLabel = "PORT",
            description = "The port for clients of PostgreSQL; 0 for any that is free. Default: " + ServerSettings.PORT
                    + ", or another if that is taken.")
    private Integer port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = ServerSettings.LOOPBACK,
            description = "The address at which to listen; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}")
    private String host;

    @ArgGroup(exclusive = false)
    private TlsOptions tls;

    @Option(names = "--insecure", description = "Listen elsewhere than on loopback without users or without TLS.")
    private boolean isInsecure;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "" + ServerSettings.CONNECTIONS,
            description = "How many connections there may be. Default: ${DEFAULT-VALUE}")
    private int maxConnections;

    @Option(
            names = "--max-queries",
            paramLabel = "N",
            defaultValue = "64",
            description = "How many statements may run at a time. Default: ${DEFAULT-VALUE}")
    private int maxQueries;

    @Option(
            names = "--max-user-queries",
            paramLabel = "N",
            defaultValue = "32",
            description = "How many statements of one user may run at a time; where everybody is trusted, all may."
                    + " Default: ${DEFAULT-VALUE}")
    private int maxUserQueries;

    @Option(
            names = "--max-statement-time",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long a statement may take, at most 60s. Default: ${DEFAULT-VALUE}")
    private Duration maxStatementTime;

    @Option(
            names = "--isolation",
            paramLabel = "WORD",
            defaultValue = "strict",
            description =
                    "What happens if a REPEATABLE READ transaction asks the job again, and so at a later moment: strict refuses it,"
                            + " accept warns, unless the client sets aim.isolation. Default: ${DEFAULT-VALUE}")
    private String isolation;

    @Option(
            names = "--idle-timeout",
            paramLabel = "TIME",
            defaultValue = "12h",
            description = "Close connections that ask nothing for so long. Default: ${DEFAULT-VALUE}")
    private Duration idleTimeout;

    @Option(
            names = "--slow",
            paramLabel = "TIME",
            defaultValue = "1s",
            description = "From when on aim.queries calls a statement slow. Default: ${DEFAULT-VALUE}")
    private Duration slow;

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description =
                    "Append a line of JSON for each statement, without values of parameters. While it cannot be written, no statement runs.")
    private Path audit;

    @Option(names = "--no-http", description = "Serve no HTTP and no console.")
    private boolean isWithoutHttp;

    @ArgGroup(exclusive = false)
    private HttpOptions http = new HttpOptions();

    /** The port for HTTP. */
    private static final class HttpOptions {
        @Option(
                names = "--http",
                paramLabel = "PORT",
                description =
                        "The port for the console (docs/console.md#the-console) and for programs that ask over HTTP"
                                + " (docs/http.md#over-http); 0 for any that is free. Default: " + HttpSettings.PORT
                                + ", or another if that is taken.")
        private Integer port;

        @Option(
                names = "--http-token",
                paramLabel = "FILE",
                description =
                        "Where there are no users: the token is kept in this file, which is made if it is missing, so that"
                                + " who is logged in stays so after a restart. Default: a new token at each start")
        private Path token;

        @Option(
                names = "--http-name",
                paramLabel = "HOST",
                description = "A name by which clients call the gateway, besides localhost and its address.")
        private Set<String> names = Set.of();

        @Option(
                names = "--http-origin",
                paramLabel = "ORIGIN",
                description = "A site whose pages may ask, such as https://charts.example.")
        private Set<String> origins = Set.of();

        @Option(
                names = "--http-stall",
                paramLabel = "TIME",
                defaultValue = "2m",
                description = "Disconnect who watches and takes nothing for so long. Default: ${DEFAULT-VALUE}")
        private Duration stall;

        @Option(
                names = "--http-issuer",
                paramLabel = "URL",
                description =
                        "The authorization server whose tokens a proxy in front exchanges for the gateway's, for clients that look"
                                + " at /.well-known/oauth-protected-resource (RFC 9728). The gateway itself takes its own tokens alone.")
        private String issuer;

        @Option(
                names = "--http-events",
                paramLabel = "FORMAT",
                defaultValue = "json",
                description =
                        "How events that come over HTTP are written, as the job's aim.events.format: json, binary, avro or"
                                + " kryo. Default: ${DEFAULT-VALUE}")
        private EventFormat format;

        @Option(
                names = "--mcp-rules",
                description =
                        "Agents whose users may write rules may put them as shadows, whose effects are only counted.")
        private boolean areShadowsPut;

        @Option(
                names = "--flink",
                paramLabel = "URL",
                description =
                        "Where Flink's JobManager offers its REST API, for restarts and checkpoints in GET /v1/pulse. Default:"
                                + " that of the local cluster, if its broker is used")
        private String flink;

        @Option(
                names = "--group-id",
                paramLabel = "NAME",
                defaultValue = "aim",
                description = "The job's aim.kafka.group-id, for GET /v1/doctor. Default: ${DEFAULT-VALUE}")
        private String groupId;
    }

    @Option(
            names = "--ready-port",
            paramLabel = "PORT",
            description =
                    "Serve GET /ready here: 200 if the job answers, or one of several, and the audit log is written; else 503.")
    private Integer readyPort;

    /** The gateway's certificate. */
    private static final class TlsOptions {
        @Option(
                names = "--tls-cert",
                paramLabel = "FILE",
                required = true,
                description = "A PEM file: the certificate of the gateway, then those of who issued it.")
        private Path certificate;

        @Option(
                names = "--tls-key",
                paramLabel = "FILE",
                required = true,
                description = "A PEM file: the private key, in PKCS #8.")
        private Path key;
    }

    public GatewayCommand(Environment environment) {
        this.environment = environment;
    }

    static CommandLine commandLine(Environment environment) {
        CommandLine user = new CommandLine(new UserCommand());
        UserCommand.subcommands(environment).forEach(user::addSubcommand);
        CommandLine token = new CommandLine(new TokenCommand());
        TokenCommand.subcommands(environment).forEach(token::addSubcommand);
        return new CommandLine(new GatewayCommand(environment))
                .addSubcommand(user)
                .addSubcommand(token);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireNumbers();
        boolean isLoopback = isLoopback();
        Supplier<Optional<Users>> known = users.ofGateway();
        if (!isLoopback && !isInsecure) {
            requireSecure(known);
        }
        Optional<Tls> encryption = tls == null ? Optional.empty() : Optional.of(Tls.of(tls.certificate, tls.key));
        boolean needsTls = encryption.isPresent() && !isLoopback && !isInsecure;
        try (StopSignal stop = new StopSignal();
                AuditLog log = audit == null ? null : new AuditLog(audit);
                OpenGateway gateway = open(log, encryption, needsTls, known);
                HttpPort web = isWithoutHttp ? null : openHttp(log, gateway, encryption, known);
                ReadyPort ready =
                        readyPort == null ? null : new ReadyPort(host, readyPort, () -> fault(log, gateway))) {
            environment
                    .err()
                    .println("The gateway listens at " + host + ":" + gateway.port() + ". Connect with: "
                            + ServerSettings.psql(host, gateway.port()));
            if (web != null) {
                environment.err().println("Console: " + web.console());
                environment.err().println("HTTP: " + web.curl("/v1/schema"));
            }
            if (ready != null) {
                environment.err().println("Ready: http://" + host + ":" + ready.port() + "/ready");
            }
            while (!stop.isRequested()) {
                Thread.sleep(LOOK.toMillis());
            }
            return ExitCode.OK;
        }
    }

    private HttpPort openHttp(
            AuditLog log, OpenGateway gateway, Optional<Tls> encryption, Supplier<Optional<Users>> known)
            throws IOException {
        Set<String> names = new HashSet<>(http.names);
        names.add(host);
        HttpSettings settings = new HttpSettings(
                host,
                http.port == null ? ServerSettings.USUAL_OR_FREE : http.port,
                names,
                http.origins,
                HttpSettings.CALLS,
                ServerSettings.WRITE_TIME,
                http.stall,
                HttpSettings.IDLE_PULSE,
                gateway.port(),
                http.issuer);
        try {
            return new HttpPort(
                    gateway.shared(),
                    gateway.connections(),
                    new Authentication(known, token(known), new SecureRandom()),
                    settings,
                    job(),
                    new Version().getVersion()[0],
                    () -> fault(log, gateway),
                    encryption.map(Tls::context));
        } catch (BindException taken) {
            throw new InvalidInputException(
                    "http=" + http.port + " is taken: " + taken.getMessage() + ". Give another port, or 0.", taken);
        }
    }

    private String token(Supplier<Optional<Users>> known) throws IOException {
        return http.token == null || known.get().isPresent()
                ? AccessToken.newSecret(new SecureRandom())
                : AccessToken.keptSecret(http.token);
    }

    private HttpJob job() {
        String flink = http.flink == null
                ? kafka.localCluster(environment).map(LocalCluster::rest).orElse(null)
                : http.flink;
        Topics first = jobs.topics(kafka).values().iterator().next();
        return new HttpJob(
                new JobTopics(environment.clients(), kafka.connection(environment), first),
                http.format,
                http.groupId,
                flink == null ? null : new FlinkRest(flink, FLINK_TIMEOUT),
                http.areShadowsPut);
    }

    /** Why statements are not answered, or null. */
    private static String fault(AuditLog log, OpenGateway gateway) {
        if (log != null && !log.isWritten()) {
            return "The audit log cannot be written.";
        }
        return gateway.fault();
    }

    private void requireNumbers() {
        Limits.requireWithin("pg", port == null ? 0 : port, 0, MAX_PORT);
        Limits.requireWithin("http", http.port == null ? 0 : http.port, 0, MAX_PORT);
        Limits.requireWithin("ready-port", readyPort == null ? 0 : readyPort, 0, MAX_PORT);
        Limits.requireWithin("max-connections", maxConnections, 1, MOST_AT_A_TIME);
        Limits.requireWithin("max-queries", maxQueries, 1, MOST_AT_A_TIME);
        Limits.requireWithin("max-user-queries", maxUserQueries, 1, MOST_AT_A_TIME);
    }

    private boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new InvalidInputException(
                    "host=" + host + " is no address of this machine. Give one such as 127.0.0.1 or 0.0.0.0.", unknown);
        }
    }

    private void requireSecure(Supplier<Optional<Users>> known) {
        if (tls == null || known.get().isEmpty()) {
            throw new InvalidInputException("host=" + host
                    + " can be reached from elsewhere, so users and TLS are needed. Add users with `aim gateway user add`, and"
                    + " give --tls-cert and --tls-key; or give --insecure.");
        }
    }

    private OpenGateway open(
            AuditLog log, Optional<Tls> encryption, boolean needsTls, Supplier<Optional<Users>> known) {
        RunningQueries queries = new RunningQueries(slow, log == null ? ended -> {} : log);
        Gateway.Limits limits = new Gateway.Limits(
                maxStatementTime,
                maxUserQueries,
                maxQueries,
                Gateway.Limits.USUAL.memoryBytes(),
                Gateway.Isolation.find(isolation)
                        .orElseThrow(() -> new InvalidInputException(
                                "isolation=" + isolation + " is unknown. Give strict or accept.")));
        try {
            return open(needsTls, limits, queries, encryption, known);
        } catch (UncheckedIOException taken) {
            if (!(taken.getCause() instanceof BindException)) {
                throw taken;
            }
            throw new InvalidInputException(
                    "pg=" + port + " is taken: " + taken.getCause().getMessage() + ". Give another port, or 0.", taken);
        }
    }

    private OpenGateway open(
            boolean needsTls,
            Gateway.Limits limits,
            RunningQueries queries,
            Optional<Tls> encryption,
            Supplier<Optional<Users>> known) {
        Map<String, Topics> topics = jobs.topics(kafka);
        Connection connection = kafka.connection(environment).requireListener();
        Map<String, JobWay> ways = new LinkedHashMap<>();
        topics.forEach((schema, ofJob) -> ways.put(schema, OpenGateway.throughKafka(connection, ofJob)));
        ServerSettings settings = new ServerSettings(
                host,
                port == null ? ServerSettings.USUAL_OR_FREE : port,
                maxConnections,
                needsTls,
                ServerSettings.AUTHENTICATION_TIME,
                idleTimeout,
                ServerSettings.WRITE_TIME);
        return OpenGateway.open(ways, settings, limits, queries, encryption, known);
    }
}
