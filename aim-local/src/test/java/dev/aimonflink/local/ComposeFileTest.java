package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The compose file by rules of our own, since nothing reads it but Docker: its keys, and what they refer to. */
class ComposeFileTest {
    private static final Path ROOT = Path.of("..");
    private static final Path FILE = ROOT.resolve("docker-compose.yml");
    private static final Set<String> KEYS_OF_A_SERVICE = Set.of(
            "command",
            "depends_on",
            "entrypoint",
            "environment",
            "healthcheck",
            "image",
            "mem_limit",
            "ports",
            "restart",
            "user",
            "volumes");
    private static final Set<String> KEYS_OF_A_HEALTHCHECK = Set.of("test", "interval", "timeout", "retries");
    private static final Pattern DURATION = Pattern.compile("\\d+s");
    private static final Pattern PORT = Pattern.compile("\\$\\{AIM_BIND:-127\\.0\\.0\\.1\\}:(\\d+):\\d+");
    private static final Pattern VOLUME = Pattern.compile("(\\$\\{\\w+:-[^}]+\\}|[^:]+):(/[^:]*)(:ro)?");
    private static final Pattern IMAGE = Pattern.compile("([\\w/.-]+):([\\w.-]+)");
    private static final Pattern VARIABLE = Pattern.compile("(?<!\\$)\\$\\{(\\w+)");

    private ObjectNode compose;

    @BeforeEach
    void read() throws IOException {
        compose = (ObjectNode) new YAMLMapper().readTree(FILE.toFile());
    }

    /** A service with what it takes of another by {@code <<}, which the parser leaves as a key. */
    private static Map<String, JsonNode> service(JsonNode compose, JsonNode service) {
        Map<String, JsonNode> merged = new HashMap<>();
        JsonNode taken = service.path("<<");
        (taken.isTextual() ? compose.path("x-flink") : taken)
                .properties()
                .forEach(each -> merged.put(each.getKey(), each.getValue()));
        service.properties().forEach(each -> merged.put(each.getKey(), each.getValue()));
        merged.remove("<<");
        return merged;
    }

    private static List<String> faults(JsonNode compose) {
        List<String> faults = new ArrayList<>();
        Map<String, Map<String, JsonNode>> services = new HashMap<>();
        compose.path("services")
                .properties()
                .forEach(each -> services.put(each.getKey(), service(compose, each.getValue())));
        Set<String> usedVolumes = new TreeSet<>();
        Set<String> usedPorts = new TreeSet<>();
        Map<String, String> versions = new HashMap<>();
        compose.properties().forEach(each -> {
            if (!Set.of("services", "volumes", "x-flink").contains(each.getKey())) {
                faults.add("unknown: " + each.getKey());
            }
        });
        services.forEach((name, service) -> {
            service.keySet().stream()
                    .filter(key -> !KEYS_OF_A_SERVICE.contains(key))
                    .forEach(key -> faults.add(name + " has an unknown key: " + key));
            Matcher image = IMAGE.matcher(text(service.get("image")));
            if (!image.matches()) {
                faults.add(name + " has no image of one version");
            } else if (!image.group(2).equals(versions.computeIfAbsent(image.group(1), key -> image.group(2)))) {
                faults.add(name + " has another version of " + image.group(1));
            }
            for (JsonNode port : list(service.get("ports"))) {
                Matcher matcher = PORT.matcher(port.asText());
                if (!matcher.matches() || !usedPorts.add(matcher.group(1))) {
                    faults.add(name + " has a port that is taken, or open to others: " + port.asText());
                }
            }
            for (JsonNode volume : list(service.get("volumes"))) {
                Matcher matcher = VOLUME.matcher(volume.asText());
                if (!matcher.matches()) {
                    faults.add(name + " has no volume of the form SOURCE:TARGET: " + volume.asText());
                } else if (matcher.group(1).matches("[a-z][\\w-]*")) {
                    usedVolumes.add(matcher.group(1));
                }
            }
            if (service.containsKey("healthcheck")) {
                addFaultsOfHealthcheck(name, service.get("healthcheck"), faults);
            }
            if (service.containsKey("restart") && !text(service.get("restart")).equals("unless-stopped")) {
                faults.add(name + " restarts otherwise");
            }
            addFaultsOfDependencies(name, service.get("depends_on"), services, faults);
        });
        Set<String> volumes = new TreeSet<>();
        compose.path("volumes").fieldNames().forEachRemaining(volumes::add);
        if (!volumes.equals(usedVolumes)) {
            faults.add("volumes " + volumes + " are declared, and used are " + usedVolumes);
        }
        return faults;
    }

    private static void addFaultsOfHealthcheck(String name, JsonNode healthcheck, List<String> faults) {
        Set<String> keys = new TreeSet<>();
        healthcheck.fieldNames().forEachRemaining(keys::add);
        if (!keys.equals(KEYS_OF_A_HEALTHCHECK)
                || !healthcheck.path("test").path(0).asText().equals("CMD")
                || !DURATION.matcher(text(healthcheck.get("interval"))).matches()
                || !DURATION.matcher(text(healthcheck.get("timeout"))).matches()
                || !healthcheck.path("retries").isInt()) {
            faults.add(name + " has no complete healthcheck");
        }
    }

    /** Short: a list of names; long: an object with a condition, which has to fit what the other one is. */
    private static void addFaultsOfDependencies(
            String name, JsonNode dependsOn, Map<String, Map<String, JsonNode>> services, List<String> faults) {
        if (dependsOn == null) {
            return;
        }
        Map<String, String> conditions = new HashMap<>();
        if (dependsOn.isArray()) {
            dependsOn.forEach(each -> conditions.put(each.asText(), "service_started"));
        } else {
            dependsOn
                    .properties()
                    .forEach(each -> conditions.put(
                            each.getKey(), each.getValue().path("condition").asText()));
        }
        conditions.forEach((other, condition) -> {
            Map<String, JsonNode> service = services.getOrDefault(other, Map.of());
            boolean fits =
                    switch (condition) {
                        case "service_started" -> service.containsKey("restart");
                        case "service_healthy" -> service.containsKey("healthcheck");
                        // One that is started again never completes.
                        case "service_completed_successfully" ->
                            service.containsKey("image") && !service.containsKey("restart");
                        default -> false;
                    };
            if (!fits) {
                faults.add(name + " waits for " + other + ", which is not there or no " + condition);
            }
        });
    }

    private static String text(JsonNode node) {
        return node == null ? "" : node.asText();
    }

    private static Iterable<JsonNode> list(JsonNode node) {
        return node == null ? List.of() : node;
    }

    @Test
    void shouldReferToWhatIsThere() {
        assertThat(compose.path("services").size()).isEqualTo(8);
        assertThat(faults(compose)).isEmpty();
    }

    /** Each line puts a value in the place of another, or a new one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /services/gateway/depend_on | x | gateway has an unknown key: depend_on
            /network | x | unknown: network
            /services/gateway/image | flink | gateway has no image of one version
            /services/gateway/image | flink:1.20 | another version of flink
            /services/gateway/ports/0 | 5432:5432 | gateway has a port that is taken, or open to others: 5432:5432
            /services/gateway/ports/0 | ${AIM_BIND:-127.0.0.1}:9092:5432 | has a port that is taken
            /services/gateway/volumes/1 | gateway-user:/var/lib/aim | and used are
            /services/gateway/volumes/1 | /var/lib/aim | gateway has no volume of the form SOURCE:TARGET: /var/lib/aim
            /services/gateway/restart | allways | gateway restarts otherwise
            /services/gateway/healthcheck/retrys | 3 | gateway has no complete healthcheck
            /services/gateway/healthcheck/interval | 10 | gateway has no complete healthcheck
            /services/gateway/depends_on/topics/condition | service_healthy | gateway waits for topics, which is not there or no service_healthy
            /services/topics/depends_on/kafka/condition | service_completed_successfully | topics waits for kafka
            /services/grafana/depends_on/0 | prometeus | grafana waits for prometeus
            /volumes/more | x | are declared, and used are
            """)
    void shouldNoticeWhatIsWrong(String place, String value, String fault) {
        int end = place.lastIndexOf('/');
        JsonNode parent = compose.at(place.substring(0, end));
        String key = place.substring(end + 1);
        if (parent instanceof ObjectNode object) {
            object.put(key, value);
        } else {
            ((ArrayNode) parent).set(Integer.parseInt(key), TextNode.valueOf(value));
        }
        assertThat(faults(compose)).anyMatch(each -> each.contains(fault));
    }

    @Test
    void shouldExplainEachVariable() throws Exception {
        Set<String> used = new TreeSet<>();
        StringBuilder comments = new StringBuilder();
        for (String line : Files.readAllLines(FILE)) {
            if (line.startsWith("#")) {
                comments.append(line);
            } else {
                VARIABLE.matcher(line).results().forEach(found -> used.add(found.group(1)));
            }
        }
        assertThat(used).hasSize(3);
        String page = Files.readString(ROOT.resolve("docs/operations.md"));
        for (String variable : used) {
            assertThat(comments.toString()).contains(variable + "=");
            assertThat(page).contains(variable + "=");
        }
    }

    /** The page has another command for a gateway that others reach: the same, but with TLS instead of without. */
    @Test
    void shouldGiveTheGatewayACertificateAsThePageSays() throws Exception {
        Matcher block = Pattern.compile("(?s)```yaml\n(services:\n.*?)```")
                .matcher(Files.readString(ROOT.resolve("docs/postgres.md")));
        assertThat(block.find()).isTrue();
        JsonNode there = new YAMLMapper().readTree(block.group(1)).at("/services/gateway");
        List<String> command = new ArrayList<>();
        there.path("command").forEach(each -> command.add(each.asText()));
        Matcher volume = VOLUME.matcher(there.at("/volumes/0").asText());
        assertThat(volume.matches()).isTrue();
        String folder = volume.group(2);
        assertThat(command).contains("--tls-cert=" + folder + "/tls.crt", "--tls-key=" + folder + "/tls.key");
        command.removeIf(each -> each.startsWith("--tls-"));
        command.add("--insecure");
        List<String> here = new ArrayList<>();
        compose.at("/services/gateway/command").forEach(each -> here.add(each.asText()));
        assertThat(command).containsExactlyInAnyOrderElementsOf(here);
    }

    @Test
    void shouldGiveContainersTheMemoryThatTheyTake() throws Exception {
        Map<String, String> limits = new HashMap<>();
        compose.path("services").properties().forEach(each -> {
            if (each.getValue().has("mem_limit")) {
                limits.put(each.getKey(), text(each.getValue().get("mem_limit")));
            }
        });
        assertThat(limits).containsOnlyKeys("kafka", "jobmanager", "taskmanager", "gateway");
        JsonNode settings =
                new YAMLMapper().readTree(ROOT.resolve("flink-conf/config.yaml").toFile());
        assertThat(bytes(limits.get("jobmanager")))
                .isEqualTo(bytes(settings.path("jobmanager.memory.process.size").asText()));
        String size = "-Dtaskmanager.memory.process.size=";
        List<String> command = new ArrayList<>();
        compose.at("/services/taskmanager/command").forEach(each -> command.add(each.asText()));
        assertThat(command).contains(size + limits.get("taskmanager"));
        Matcher heap = Pattern.compile("-Xmx(\\w+) ").matcher(Files.readString(ROOT.resolve("aim")));
        assertThat(heap.find()).isTrue();
        assertThat(bytes(limits.get("gateway"))).isGreaterThanOrEqualTo(bytes(heap.group(1)) * 5 / 4);
    }

    private static long bytes(String size) {
        return MemorySize.parse(size).getBytes();
    }
}
