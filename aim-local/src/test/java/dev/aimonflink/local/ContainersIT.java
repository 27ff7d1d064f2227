package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.server.SelfSigned;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Runs the gateways of the compose file and on Kubernetes before a job: their commands with their environment, in a folder that is laid out like
 * the container. What differs from there is where the root is, which ports are free, and where Kafka is. The checks of health run as they are.
 */
class ContainersIT {
    private static final Path ROOT = Path.of("..");
    private static final Path KUBERNETES = ROOT.resolve("docs/kubernetes");
    private static final String PASSWORD = "a secret";

    private static final Pattern LISTENS = Pattern.compile("The gateway listens at 0\\.0\\.0\\.0:(\\d+)\\.");
    private static final Pattern READY = Pattern.compile("Ready: http://0\\.0\\.0\\.0:(\\d+)/ready");

    /** As the files name them, which do without options for topics. */
    @RegisterExtension
    final SharedCluster cluster = new SharedCluster(Topics.defaults());

    @TempDir
    private Path folder;

    private Path release;
    private Path noInput;
    private Path password;

    /** As the zip of a release has it, with what the gateway's class path is. */
    @BeforeEach
    void layOutRelease() throws IOException {
        release = Files.createDirectories(folder.resolve("release"));
        Files.copy(ROOT.resolve("aim"), release.resolve("aim"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(release.resolve("docs"));
        Files.copy(ROOT.resolve("docs/aim-help.txt"), release.resolve("docs/aim-help.txt"));
        Path clients = Files.createDirectories(release.resolve("lib/clients"));
        copy("aim-clients/target/lib", "*.jar", clients);
        copy("aim-clients/target", "aim-clients-*[!s].jar", clients);
        copy("aim-gateway/target", "aim-gateway-*[!s].jar", clients);
        noInput = Files.createFile(folder.resolve("empty"));
        password = Files.writeString(folder.resolve("password.txt"), PASSWORD + "\n");
    }

    private static void copy(String from, String names, Path to) throws IOException {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + names);
        try (Stream<Path> files = Files.list(ROOT.resolve(from))) {
            List<Path> jars =
                    files.filter(each -> matcher.matches(each.getFileName())).toList();
            assertThat(jars).as("mvn package makes %s/%s", from, names).isNotEmpty();
            for (Path jar : jars) {
                Files.copy(jar, to.resolve(jar.getFileName()));
            }
        }
    }

    private Container container(String name, List<String> entrypoint, Map<String, String> environment)
            throws IOException {
        Map<String, String> here = new LinkedHashMap<>(environment);
        assertThat(here.replace("AIM_BOOTSTRAP", cluster.bootstrap())).isNotNull();
        return new Container(Files.createDirectories(folder.resolve(name)), entrypoint, here, new ArrayList<>());
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private void submitJob() {
        cluster.createTopics();
        cluster.submit(cluster.newEnvironment(1), cluster.options().set(AimOptions.MODEL, "aim-42"))
                .awaitRunning(SharedCluster.DEADLINE);
        try (EventPublisher events =
                new EventPublisher(cluster.connection(), cluster.topics().events(), EventFormat.JSON)) {
            events.publish(new Event(7, System.currentTimeMillis(), 61, 1.25f, false));
            events.publish(new Event(8, System.currentTimeMillis(), 61, 1.25f, false));
        }
    }

    private static long subscribers(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM subscribers")) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    private static Connection connect(Container gateway, String password, String more) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + gateway.port(LISTENS) + "/aim?options=-c%20aim.freshness=on&" + more,
                "ada",
                password);
    }

    private static void requirePasswords(Container gateway, String more) {
        assertThatThrownBy(() -> connect(gateway, "another", more).close())
                .isInstanceOfSatisfying(SQLException.class, each -> assertThat(each.getSQLState())
                        .isEqualTo("28P01"));
    }

    @Test
    void shouldRunAsInTheComposeFile() throws Exception {
        JsonNode service = composed("gateway");
        Map<String, String> environment = new LinkedHashMap<>();
        service.path("environment")
                .properties()
                .forEach(each -> environment.put(each.getKey(), each.getValue().asText()));
        try (Container gateway = container("compose", texts(service.path("entrypoint")), environment)) {
            for (String volume : texts(service.path("volumes"))) {
                String[] parts = volume.split(":");
                Path target = Path.of(gateway.inRoot(parts[1]));
                Files.createDirectories(target.getParent());
                if (parts[0].equals(".")) {
                    Files.createSymbolicLink(target, release);
                } else {
                    Files.createDirectory(target);
                }
            }
            submitJob();

            Process withoutUsers = gateway.start(texts(service.path("command")), noInput);
            assertThat(withoutUsers.waitFor(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(withoutUsers.exitValue()).isEqualTo(2);
            assertThat(gateway.text()).contains("gateway.users does not exist. Add a user");

            gateway.run(List.of("user", "add", "ada"), password);
            gateway.start(texts(service.path("command")), noInput);
            String check = check(service, "/localhost/8090 ", "/localhost/" + gateway.port(READY) + " ");
            assertThat(Waiting.until(() -> passes(check), SharedCluster.DEADLINE, 100))
                    .as(gateway.text())
                    .isTrue();
            try (Connection connection = connect(gateway, PASSWORD, "")) {
                assertThat(subscribers(connection)).isEqualTo(2);
            }
            requirePasswords(gateway, "");
        }
    }

    private static JsonNode composed(String service) throws IOException {
        return new YAMLMapper()
                .readTree(ROOT.resolve("docker-compose.yml").toFile())
                .path("services")
                .path(service);
    }

    /** The script of a health check, with another address. */
    private static String check(JsonNode service, String from, String to) {
        List<String> check = texts(service.at("/healthcheck/test"));
        assertThat(check).hasSize(4).startsWith("CMD", "bash", "-c");
        assertThat(check.get(3)).contains(from);
        return check.get(3).replace("$$", "$").replace(from, to);
    }

    private static boolean passes(String script) {
        try {
            Process process = new ProcessBuilder("bash", "-c", script)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(process.waitFor(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            return process.exitValue() == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while checking.", e);
        }
    }

    /** The TaskManager of this process has no address, so another part of its name takes the place of the container's. */
    @Test
    void shouldSeeWhetherTheJobManagerHasTheTaskManager() throws Exception {
        URI rest = URI.create(cluster.flink().restAddress());
        String check =
                check(composed("taskmanager"), "/jobmanager/8081 ", "/" + rest.getHost() + "/" + rest.getPort() + " ");
        assertThat(check).contains("@$(hostname -i):");
        assertThat(passes(check.replace("@$(hostname -i):", "/rpc/taskmanager_")))
                .isTrue();
        assertThat(passes(check)).isFalse();
    }

    /** A container of a pod, in its image, with the folders that are mounted. */
    private Container container(JsonNode spec) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        spec.path("env")
                .forEach(each -> environment.put(
                        each.path("name").asText(), each.path("value").asText()));
        String dockerfile = Files.readString(KUBERNETES.resolve("Dockerfile"));
        String stage = dockerfile.substring(dockerfile.indexOf(" AS aim\n"), dockerfile.indexOf(" AS job\n"));
        String entrypoint =
                found("(?m)^ENTRYPOINT \\[\"(\\S+)\"]$", stage).get(0).group(1);
        Container made = container(spec.path("name").asText(), List.of(entrypoint), environment);
        for (MatchResult copy : found("(?m)^COPY \\$RELEASE/(\\S+) (/\\S+)$", stage)) {
            Path target = Path.of(made.inRoot(copy.group(2)));
            Files.createDirectories(target.getParent());
            Path source = release.resolve(copy.group(1));
            if (Files.isDirectory(source)) {
                Files.createSymbolicLink(target, source);
            } else {
                Files.copy(source, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        for (JsonNode mount : spec.path("volumeMounts")) {
            Files.createDirectories(Path.of(made.inRoot(mount.path("mountPath").asText())));
        }
        return made;
    }

    private static List<MatchResult> found(String pattern, String text) {
        List<MatchResult> found =
                Pattern.compile(pattern).matcher(text).results().toList();
        assertThat(found).as(pattern).isNotEmpty();
        return found;
    }

    private static JsonNode ofPod(String file) throws IOException {
        return new YAMLMapper().readTree(KUBERNETES.resolve(file).toFile()).at("/spec/template/spec/containers/0");
    }

    @Test
    void shouldCreateTheTopicsOnKubernetes() throws Exception {
        JsonNode spec = ofPod("topics.yaml");
        List<String> arguments = texts(spec.path("args"));
        // There is one broker.
        assertThat(Collections.replaceAll(arguments, "--replication-factor=3", "--replication-factor=1"))
                .isTrue();
        try (Container topics = container(spec);
                Admin admin = cluster.connection().openAdmin()) {
            topics.run(arguments, noInput);
            assertThat(admin.listTopics().names().get(SharedCluster.DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .containsAll(cluster.topics().names());
        }
    }

    @Test
    void shouldRunAsOnKubernetes() throws Exception {
        JsonNode spec = ofPod("gateway.yaml");
        try (Container gateway = container(spec)) {
            // The keys of a Secret of the type tls.
            SelfSigned made = SelfSigned.in(folder);
            Path tls = Path.of(gateway.inRoot("/etc/aim-tls"));
            Files.copy(made.certificate(), tls.resolve("tls.crt"));
            Files.copy(made.key(), tls.resolve("tls.key"));
            // By the page: a file that becomes a Secret with its name as the key.
            assertThat(Files.readString(KUBERNETES.resolve("README.md")))
                    .contains("aim gateway user add ada --users gateway.users", "--from-file=gateway.users");
            gateway.run(List.of("gateway", "user", "add", "ada", "--users", "gateway.users"), password);
            Files.move(
                    gateway.root().resolve("gateway.users"),
                    Path.of(gateway.inRoot("/etc/aim")).resolve("gateway.users"));
            submitJob();

            gateway.start(texts(spec.path("args")), noInput);
            URI ready = URI.create("http://127.0.0.1:" + gateway.port(READY)
                    + spec.at("/readinessProbe/httpGet/path").asText());
            assertThat(Waiting.until(() -> status(ready) == 200, SharedCluster.DEADLINE, 100))
                    .as(gateway.text())
                    .isTrue();
            try (Connection connection = connect(gateway, PASSWORD, "sslmode=require")) {
                assertThat(subscribers(connection)).isEqualTo(2);
            }
            requirePasswords(gateway, "sslmode=require");
            assertFails(SQLException.class, () -> connect(gateway, PASSWORD, "sslmode=disable")
                            .close())
                    .hasMessageContaining("TLS");
        }
    }

    private static int status(URI uri) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(uri)
                                    .timeout(SharedCluster.DEADLINE)
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while asking.", e);
        }
    }
}
