package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.TopicState;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.AimJob;
import dev.aimonflink.job.config.ExactlyOnce;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What the files for deployment refer to: options, settings, classes, jars, topics, each other. */
class DeploymentFilesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path CONFIG = ROOT.resolve("flink-conf/config.yaml");
    private static final Path COMPOSE = ROOT.resolve("docker-compose.yml");
    private static final Path KUBERNETES = ROOT.resolve("docs/kubernetes/aim.yaml");
    private static final Path LOGS = ROOT.resolve("flink-conf/log4j-console.properties");
    private static final Path ALERTS = ROOT.resolve("docs/prometheus/alerts.yml");
    private static final String JAR = "aim-job.jar";

    @TempDir
    private Path folder;

    private static JsonNode yaml(Path file) throws IOException {
        JsonNode root = new YAMLMapper().readTree(file.toFile());
        assertThat(root.isObject()).as(file.toString()).isTrue();
        return root;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    private static Map<String, String> settings(JsonNode object) {
        Map<String, String> settings = new TreeMap<>();
        object.properties()
                .forEach(each -> settings.put(each.getKey(), each.getValue().asText()));
        return settings;
    }

    private static Set<String> keysOfFlink() throws IllegalAccessException {
        Set<String> keys = new TreeSet<>();
        for (Class<?> options : List.of(
                CheckpointingOptions.class,
                CoreOptions.class,
                HighAvailabilityOptions.class,
                JobManagerOptions.class,
                RestOptions.class,
                RestartStrategyOptions.class,
                SecurityOptions.class,
                StateBackendOptions.class,
                TaskManagerOptions.class)) {
            for (Field field : options.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.get(null) instanceof ConfigOption<?> option) {
                    keys.add(option.key());
                }
            }
        }
        return keys;
    }

    private static void requireKeysOfFlink(Set<String> keys) throws IllegalAccessException {
        Set<String> others = new TreeSet<>(keys);
        others.removeIf(key -> key.startsWith("metrics.reporter.prometheus."));
        assertThat(keysOfFlink()).containsAll(others);
    }

    @Test
    void shouldSetWhatFlinkKnowsAndLeaveItsOwnOptionsOfTheJvmAlone() throws Exception {
        Map<String, String> settings = settings(yaml(CONFIG));
        requireKeysOfFlink(settings.keySet());
        assertThat(settings).doesNotContainKeys("env.java.opts.all", "env.java.opts.jobmanager");
        assertThat(settings.get("env.java.opts.taskmanager")).contains("--add-modules=jdk.incubator.vector");
    }

    @Test
    void shouldWinOverTheDistributionsOwnWhereAppended() throws Exception {
        Path merged = Files.writeString(folder.resolve("config.yaml"), """
                env:
                  java:
                    opts:
                      all: --add-opens=x
                taskmanager:
                  numberOfTaskSlots: 1
                  memory:
                    process:
                      size: 1728m
                """);
        Files.writeString(merged, Files.readString(CONFIG), StandardOpenOption.APPEND);
        Configuration read = GlobalConfiguration.loadConfiguration(folder.toString());
        assertThat(read.get(TaskManagerOptions.NUM_TASK_SLOTS)).isEqualTo(2);
        assertThat(read.get(TaskManagerOptions.TOTAL_PROCESS_MEMORY).getGibiBytes())
                .isEqualTo(8);
        assertThat(read.get(CheckpointingOptions.CHECKPOINTING_INTERVAL)).hasSeconds(30);
        assertThat(read.get(CoreOptions.FLINK_JVM_OPTIONS)).isEqualTo("--add-opens=x");
        assertThat(read.get(CoreOptions.FLINK_TM_JVM_OPTIONS)).contains("jdk.incubator.vector");
        assertThat(partOfHeap(read)).isBetween(0.78, 0.84); // four fifths, says the page
        read.set(TaskManagerOptions.TOTAL_PROCESS_MEMORY, MemorySize.parse("3g")); // as on one machine
        assertThat(partOfHeap(read)).isBetween(0.65, 0.84);
    }

    @Test
    void shouldLeaveTransactionsMoreTimeThanCheckpointsTake() throws Exception {
        Configuration shipped = Configuration.fromMap(settings(yaml(CONFIG)));
        JobSettings exactlyOnce = JobSettings.of(
                JobArguments.parse("--aim.dead-letters.delivery=exactly-once", "--aim.alerts.delivery=exactly-once"));
        CheckpointConfig checkpoints = new StreamExecutionEnvironment(shipped).getCheckpointConfig();
        ExactlyOnce.requireFitting(exactlyOnce, checkpoints);
        Duration longest = ExactlyOnce.longestTransaction(checkpoints);
        assertThat(Files.readString(ROOT.resolve("flink-conf/README.md")))
                .contains(" = " + longest.toMinutes() + " min " + longest.toSecondsPart() + " s.");
        assertThat(Files.readString(ROOT.resolve("docs/options.md")))
                .contains("is over after " + longest.toMinutes() + " min " + longest.toSecondsPart() + " s");
    }

    /** As Flink itself divides the memory of a TaskManager. */
    private static double partOfHeap(Configuration configuration) {
        TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(configuration);
        return (double) memory.getJvmHeapMemorySize().getBytes()
                / memory.getTotalProcessMemorySize().getBytes();
    }

    @Test
    void shouldSetTheSameOnKubernetesButWhereStateIsKept() throws Exception {
        Map<String, String> here = settings(yaml(CONFIG));
        JsonNode spec = yaml(KUBERNETES).path("spec");
        Map<String, String> there = settings(spec.path("flinkConfiguration"));
        requireKeysOfFlink(there.keySet());
        // Memory is a resource there, and high availability is Kubernetes's.
        here.remove("taskmanager.memory.process.size");
        assertThat(MemorySize.parse(spec.at("/jobManager/resource/memory").asText()))
                .isEqualTo(MemorySize.parse(here.remove("jobmanager.memory.process.size")));
        there.keySet().removeIf(key -> key.startsWith("high-availability."));
        assertThat(there.keySet()).isEqualTo(here.keySet());
        here.keySet().removeIf(key -> key.endsWith("dir"));
        assertThat(there).containsAllEntriesOf(here);
    }

    /** The containers read config.yaml; what the compose file sets beside it wins. */
    @Test
    void shouldSetTheSameInTheComposeFileButWhatOneMachineNeeds() throws Exception {
        JsonNode compose = yaml(COMPOSE);
        Map<String, String> here = settings(yaml(CONFIG));
        Map<String, String> there = new TreeMap<>();
        for (String service : List.of("jobmanager", "taskmanager")) {
            texts(compose.at("/services/" + service + "/command")).stream()
                    .filter(each -> each.startsWith("-D"))
                    .map(each -> each.substring(2).split("=", 2))
                    .forEach(each -> there.put(each[0], each[1]));
        }
        requireKeysOfFlink(there.keySet());
        there.keySet().retainAll(here.keySet());
        assertThat(there).containsOnlyKeys("taskmanager.memory.process.size");
        assertThat(compose.at("/x-flink/environment/TASK_MANAGER_NUMBER_OF_TASK_SLOTS")
                        .asText())
                .isEqualTo(here.get("taskmanager.numberOfTaskSlots"));
        // The script looks for state where the settings put it.
        String script = Files.readString(ROOT.resolve("flink-conf/start-container.sh"));
        for (String key : List.of("execution.checkpointing.dir", "execution.checkpointing.savepoint-dir")) {
            String place = here.get(key);
            assertThat(place).startsWith("file:///opt/flink/state/");
            assertThat(script).contains("\"$state/" + place.substring(place.lastIndexOf('/') + 1) + "\"");
        }
        assertThat(texts(compose.at("/x-flink/volumes"))).contains("flink-state:/opt/flink/state");
    }

    @Test
    void shouldStartTheEntrypointThatThereIs() throws Exception {
        JsonNode compose = yaml(COMPOSE);
        List<String> entrypoint = texts(compose.at("/x-flink/entrypoint"));
        assertThat(entrypoint).containsExactly("/opt/aim/start-container.sh", "/docker-entrypoint.sh");
        assertThat(texts(compose.at("/x-flink/volumes"))).contains("./flink-conf:/opt/aim:ro");
        assertThat(ROOT.resolve("flink-conf/start-container.sh")).isExecutable();
    }

    @Test
    void shouldTakeTheSameReleaseOfFlinkEverywhere() throws Exception {
        Matcher release = Pattern.compile("<flink.version>(.+)</flink.version>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(release.find()).isTrue();
        String image = "flink:" + release.group(1) + "-java17";
        assertThat(yaml(COMPOSE).at("/x-flink/image").asText()).isEqualTo(image);
        assertThat(Files.readAllLines(ROOT.resolve("docs/kubernetes/Dockerfile")))
                .filteredOn(line -> line.startsWith("FROM "))
                .containsExactly("FROM " + image + " AS aim", "FROM " + image + " AS job");
        String[] numbers = release.group(1).split("\\.");
        assertThat(yaml(KUBERNETES).at("/spec/flinkVersion").asText()).isEqualTo("v" + numbers[0] + "_" + numbers[1]);
        assertThat(Files.readString(ROOT.resolve("docs/operations.md")))
                .contains("| Flink | " + numbers[0] + "." + numbers[1] + " | tests run " + release.group(1) + ",");
    }

    @Test
    void shouldLetOnlyThisMachineReachTheContainersUnlessTold() throws Exception {
        List<String> ports = new ArrayList<>();
        yaml(COMPOSE).path("services").forEach(service -> ports.addAll(texts(service.path("ports"))));
        assertThat(ports).hasSize(6).allSatisfy(port -> assertThat(port).startsWith("${AIM_BIND:-127.0.0.1}:"));
        assertThat(yaml(COMPOSE)
                        .at("/services/grafana/environment/GF_AUTH_ANONYMOUS_ORG_ROLE")
                        .asText())
                .isEqualTo("Viewer");
    }

    @Test
    void shouldLogTheSameOnKubernetes() throws Exception {
        assertThat(yaml(KUBERNETES)
                        .at("/spec/logConfiguration")
                        .path("log4j-console.properties")
                        .asText())
                .isEqualTo(Files.readString(LOGS));
    }

    @Test
    void shouldLogToTheFileThatTheWebInterfaceShows() throws Exception {
        Path file = folder.resolve("flink.log");
        String text = Files.readString(LOGS).replace("${sys:log.file}", file.toString());
        try (LoggerContext logs = new LoggerContext("containers")) {
            logs.start(new PropertiesConfigurationFactory()
                    .getConfiguration(
                            logs,
                            new ConfigurationSource(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))));
            logs.getLogger("dev.aimonflink.Any").info("Scans run on vector kernels.");
            logs.getLogger("org.apache.kafka.clients.Any").warn("Of a setting.");
        }
        assertThat(Files.readAllLines(file)).hasSize(1).first().asString().endsWith("- Scans run on vector kernels.");
        assertThat(Files.readString(LOGS)).contains("${sys:log.file}\n", "${sys:log.file}.%i\n");
    }

    /** For RSA and elliptic curves, and none that newer JDKs have disabled. */
    @Test
    void shouldNameCipherSuitesThatThisJdkHas() throws Exception {
        List<String> suites =
                List.of(settings(yaml(CONFIG)).get("security.ssl.algorithms").split(","));
        assertThat(List.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites()))
                .containsAll(suites);
        assertThat(suites).noneMatch(suite -> suite.startsWith("TLS_RSA_"));
    }

    @Test
    void shouldStartTheJobThatThereIs() throws Exception {
        List<String> compose = texts(yaml(COMPOSE).at("/services/jobmanager/command"));
        assertThat(compose).containsSubsequence("--job-classname", AimJob.class.getName());
        List<String> ours = compose.subList(compose.indexOf("--aim.kafka.bootstrap-servers"), compose.size());
        assertThat(JobArguments.parse(ours.toArray(String[]::new)).keySet()).hasSize(1);

        JsonNode job = yaml(KUBERNETES).at("/spec/job");
        assertThat(job.path("entryClass").asText()).isEqualTo(AimJob.class.getName());
        assertThat(job.path("jarURI").asText()).endsWith("/usrlib/" + JAR);
        assertThat(texts(job.path("args"))).containsExactly("--properties", "/etc/aim/job.properties");
        Path properties = ROOT.resolve("docs/kubernetes/job.properties");
        assertThat(JobArguments.parse("--properties", properties.toString()).keySet())
                .contains("aim.kafka.bootstrap-servers");
        assertThat(Files.readString(ROOT.resolve("docs/kubernetes/Dockerfile")))
                .contains("ARG JAR=" + JAR + "\n", "COPY $JAR /opt/flink/usrlib/" + JAR);
        assertThat(Files.readString(ROOT.resolve("aim-job/pom.xml"))).contains("/" + JAR + "</outputFile>");
    }

    @Test
    void shouldMountFilesThatThereAre() throws Exception {
        JsonNode compose = yaml(COMPOSE);
        Set<String> named = new TreeSet<>(settings(compose.path("volumes")).keySet());
        List<String> mounts = new ArrayList<>(texts(compose.at("/x-flink/volumes")));
        compose.path("services").forEach(service -> mounts.addAll(texts(service.path("volumes"))));
        assertThat(mounts).hasSizeGreaterThan(5);
        for (String mount : mounts) {
            String source = mount.substring(0, mount.lastIndexOf(":/"));
            if (source.contains(JAR)) {
                assertThat(source).isEqualTo("${AIM_JOB_JAR:-./" + JAR + "}"); // there in a release
            } else if (source.startsWith(".")) {
                assertThat(ROOT.resolve(source)).exists();
            } else {
                assertThat(named).contains(source);
            }
        }
    }

    @Test
    void shouldCreateTheTopicsAsTheCommandDoes() throws Exception {
        String script = texts(yaml(COMPOSE).at("/services/topics/entrypoint")).get(2);
        assertThat(script).contains("message.timestamp.type=LogAppendTime");
        for (TopicRole role : TopicRole.values()) {
            TopicState wanted =
                    TopicSettings.defaults().wanted(role, Topics.defaults().name(role));
            String retentionMs = wanted.config().get("retention.ms");
            String settings = retentionMs == null ? "cleanup.policy=compact" : "retention.ms=" + retentionMs;
            String retentionBytes = wanted.config().get("retention.bytes");
            if (retentionBytes != null) {
                settings += " retention.bytes=" + retentionBytes;
            }
            assertThat(script.lines()).contains("create " + wanted.name() + " " + wanted.partitions() + " " + settings);
        }
    }

    @Test
    void shouldExplainEveryAlert() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/operations.md"));
        List<String> alerts = new ArrayList<>();
        for (JsonNode rule : yaml(ALERTS).at("/groups/0/rules")) {
            alerts.add(rule.path("alert").asText());
            assertThat(rule.at("/annotations/summary").asText()).endsWith(".");
            String anchor = rule.path("alert").asText().toLowerCase(Locale.ROOT);
            assertThat(rule.at("/annotations/runbook_url").asText())
                    .isEqualTo("https://aim.example.com/docs/operations.md#" + anchor);
            assertThat(page).contains("\n| <a id=\"" + anchor + "\"></a>`");
        }
        List<String> explained = new ArrayList<>();
        Pattern.compile("(?m)^\\| <a id=\"\\w+\"></a>`(Aim\\w+)` \\|")
                .matcher(page)
                .results()
                .forEach(row -> explained.add(row.group(1)));
        assertThat(explained).isEqualTo(alerts);
    }

    @Test
    void shouldScrapeThePodsOfTheDeployment() throws Exception {
        JsonNode deployment = yaml(KUBERNETES);
        JsonNode monitor =
                yaml(ROOT.resolve("docs/kubernetes/pod-monitor.yaml")).path("spec");
        assertThat(monitor.at("/selector/matchLabels/app").asText())
                .isEqualTo(deployment.at("/metadata/name").asText());
        JsonNode port = deployment.at("/spec/podTemplate/spec/containers/0/ports/0");
        assertThat(monitor.at("/podMetricsEndpoints/0/port").asText())
                .isEqualTo(port.path("name").asText());
        assertThat(deployment
                        .at("/spec/flinkConfiguration")
                        .path("metrics.reporter.prometheus.port")
                        .asText())
                .startsWith(port.path("containerPort").asText() + "-");
    }

    @Test
    void shouldReadEveryOtherFile() throws Exception {
        for (String file : List.of(
                "docs/prometheus/prometheus.yml",
                "docs/grafana/provisioning/datasources/prometheus.yml",
                "docs/grafana/provisioning/dashboards/aim.yml")) {
            yaml(ROOT.resolve(file));
        }
        assertThat(new ObjectMapper()
                        .readTree(ROOT.resolve("docs/grafana/aim.json").toFile())
                        .path("title")
                        .asText())
                .isEqualTo("AIM on Flink");
    }
}
