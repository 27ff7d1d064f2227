package dev.aimonflink.local;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRuleSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.kubernetes.operator.api.spec.FlinkDeploymentSpec;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The files for Kubernetes, read by the models of Kubernetes and of the Flink operator: each key is known, and names refer to what is there. */
class KubernetesFilesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path FOLDER = ROOT.resolve("docs/kubernetes");
    private static final ObjectMapper YAML = new YAMLMapper();

    /** The models keep what they do not know, as an older client has to. Here they refuse it. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }

                @Override
                public JsonIgnoreProperties.Value findPropertyIgnoralByName(
                        MapperConfig<?> config, Annotated annotated) {
                    return JsonIgnoreProperties.Value.empty();
                }
            })
            .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
            .build();

    /** Of a FlinkDeployment, whose own class is a client's. */
    private record FlinkDeployment(String apiVersion, String kind, ObjectMeta metadata, FlinkDeploymentSpec spec) {}

    private static final Map<String, Class<?>> KINDS = Map.of(
            "apps/v1 Deployment", Deployment.class,
            "v1 Service", Service.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
            "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class,
            "batch/v1 Job", Job.class,
            "monitoring.coreos.com/v1 PodMonitor", PodMonitor.class,
            "flink.apache.org/v1beta1 FlinkDeployment", FlinkDeployment.class);

    /** The operator's models that there are know no newer release of Flink. They know all fields. */
    private static final String NEWEST_KNOWN = "v1_20";

    /** Objects with keys of one's own. */
    private static final Set<String> FREE = Set.of(
            "annotations",
            "flinkConfiguration",
            "labels",
            "limits",
            "logConfiguration",
            "matchLabels",
            "requests",
            "selector");

    private static List<JsonNode> documents() throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                YAML.readerFor(JsonNode.class)
                        .<JsonNode>readValues(file.toFile())
                        .forEachRemaining(documents::add);
            }
        }
        return documents;
    }

    private static Object read(JsonNode document) throws JsonProcessingException {
        String kind = document.path("apiVersion").asText() + " "
                + document.path("kind").asText();
        assertThat(KINDS).containsKey(kind);
        JsonNode read = document.deepCopy();
        if (read.at("/spec") instanceof ObjectNode spec && spec.has("flinkVersion")) {
            spec.put("flinkVersion", NEWEST_KNOWN);
        }
        return STRICT.treeToValue(read, KINDS.get(kind));
    }

    private static <T> List<T> all(Class<T> kind) throws IOException {
        List<T> found = new ArrayList<>();
        for (JsonNode document : documents()) {
            Object read = read(document);
            if (kind.isInstance(read)) {
                found.add(kind.cast(read));
            }
        }
        return found;
    }

    private static <T> T only(Class<T> kind) throws IOException {
        return assertThat(all(kind)).singleElement().actual();
    }

    /** By their labels; the operator gives the deployment's name to all of its pods. */
    private static Map<Map<String, String>, PodSpec> pods() throws IOException {
        Map<Map<String, String>, PodSpec> pods = new LinkedHashMap<>();
        FlinkDeployment flink = only(FlinkDeployment.class);
        pods.put(
                Map.of("app", flink.metadata().getName()),
                flink.spec().getPodTemplate().getSpec());
        for (Deployment each : all(Deployment.class)) {
            pods.put(
                    each.getSpec().getTemplate().getMetadata().getLabels(),
                    each.getSpec().getTemplate().getSpec());
        }
        for (Job each : all(Job.class)) {
            pods.put(
                    each.getSpec().getTemplate().getMetadata().getLabels(),
                    each.getSpec().getTemplate().getSpec());
        }
        assertThat(pods).hasSize(3);
        return pods;
    }

    @Test
    void shouldHaveEachKindInTheFolder() throws Exception {
        Set<Class<?>> kinds = Set.copyOf(KINDS.values());
        assertThat(documents().size()).isGreaterThanOrEqualTo(kinds.size());
        for (Class<?> kind : kinds) {
            assertThat(all(kind)).as(kind.getSimpleName()).isNotEmpty();
        }
    }

    @Test
    void shouldRefuseAnUnknownFieldAtAnyDepth() throws Exception {
        int changed = 0;
        for (JsonNode document : documents()) {
            read(document);
            for (ObjectNode object : objects(document)) {
                for (String key : keys(object)) {
                    if (!key.equals("apiVersion") && !key.equals("kind")) {
                        JsonNode value = object.remove(key);
                        object.set(key + "x", value);
                        assertThatThrownBy(() -> read(document))
                                .as("%sx in %s", key, object)
                                .isInstanceOf(JsonProcessingException.class)
                                .hasMessageContaining(key + "x");
                        object.remove(key + "x");
                        object.set(key, value);
                        changed++;
                    }
                }
            }
        }
        assertThat(changed).isGreaterThan(150);
    }

    /** All whose keys are Kubernetes's. */
    private static List<ObjectNode> objects(JsonNode node) {
        List<ObjectNode> objects = new ArrayList<>();
        if (node instanceof ObjectNode object) {
            objects.add(object);
            for (String key : keys(object)) {
                JsonNode value = object.get(key);
                // The selector of a Service is free, those of others have matchLabels.
                boolean isFree = FREE.contains(key) && !value.has("matchLabels");
                objects.addAll(isFree ? List.of() : objects(value));
            }
        } else {
            node.forEach(each -> objects.addAll(objects(each)));
        }
        return objects;
    }

    private static List<String> keys(ObjectNode object) {
        List<String> keys = new ArrayList<>();
        Iterator<String> names = object.fieldNames();
        names.forEachRemaining(keys::add);
        return keys;
    }

    /** The fields that the page says to set have to exist in the model of the resource. */
    @Test
    void shouldNameFieldsThatThereAreOnThePage() throws Exception {
        Set<String> named = new TreeSet<>();
        Pattern.compile("`spec((?:\\.\\w+)+)")
                .matcher(Files.readString(FOLDER.resolve("README.md")))
                .results()
                .forEach(each -> named.add(each.group(1)));
        assertThat(named).contains(".job.initialSavepointPath", ".job.args").hasSizeGreaterThan(5);
        named.add(".job.initialSavepoint");
        Set<String> unknown = new TreeSet<>();
        for (String each : named) {
            ObjectNode document =
                    (ObjectNode) YAML.readTree(FOLDER.resolve("aim.yaml").toFile());
            ObjectNode parent = (ObjectNode) document.at(
                    "/spec" + each.substring(0, each.lastIndexOf('.')).replace('.', '/'));
            String key = each.substring(each.lastIndexOf('.') + 1);
            if (!parent.has(key)) {
                parent.put(key, "1");
                try {
                    read(document);
                } catch (UnrecognizedPropertyException e) {
                    unknown.add(each);
                }
            }
        }
        assertThat(unknown).containsExactly(".job.initialSavepoint");
    }

    @Test
    void shouldFitPodSecurityRestricted() throws Exception {
        for (PodSpec pod : pods().values()) {
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
            assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            for (Container container : pod.getContainers()) {
                assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                        .isFalse();
                assertThat(container.getSecurityContext().getCapabilities().getDrop())
                        .containsExactly("ALL");
            }
            assertThat(pod.getVolumes()).allMatch(volume -> volume.getSecret() != null || volume.getEmptyDir() != null);
        }
    }

    @Test
    void shouldSelectPodsThatThereAre() throws Exception {
        List<Map<String, String>> selectors = new ArrayList<>();
        all(Service.class).forEach(each -> selectors.add(each.getSpec().getSelector()));
        all(Deployment.class)
                .forEach(each -> selectors.add(each.getSpec().getSelector().getMatchLabels()));
        all(PodDisruptionBudget.class)
                .forEach(each -> selectors.add(each.getSpec().getSelector().getMatchLabels()));
        all(NetworkPolicy.class)
                .forEach(each -> selectors.add(each.getSpec().getPodSelector().getMatchLabels()));
        for (PodSpec pod : pods().values()) {
            pod.getTopologySpreadConstraints()
                    .forEach(each -> selectors.add(each.getLabelSelector().getMatchLabels()));
        }
        assertThat(selectors).hasSize(7).isSubsetOf(pods().keySet());
    }

    @Test
    void shouldNamePortsThatThereAre() throws Exception {
        Deployment gateway = only(Deployment.class);
        Container container =
                gateway.getSpec().getTemplate().getSpec().getContainers().get(0);
        Map<String, Integer> ports = new TreeMap<>();
        for (ContainerPort port : container.getPorts()) {
            ports.put(port.getName(), port.getContainerPort());
        }
        assertThat(container.getArgs()).contains("--pg=" + ports.get("postgres"), "--ready-port=" + ports.get("ready"));
        assertThat(container.getReadinessProbe().getHttpGet().getPort().getStrVal())
                .isEqualTo("ready");
        assertThat(container.getLivenessProbe().getTcpSocket().getPort().getStrVal())
                .isEqualTo("postgres");
        ServicePort served = only(Service.class).getSpec().getPorts().get(0);
        assertThat(served.getTargetPort().getStrVal()).isEqualTo("postgres");
        assertThat(served.getPort()).isEqualTo(ports.get("postgres"));
        List<Object> open = new ArrayList<>();
        all(NetworkPolicy.class).forEach(policy -> policy.getSpec().getIngress().forEach(rule -> rule.getPorts()
                .forEach(port -> open.add(port.getPort().getValue()))));
        // Flink's REST port, which the operator asks, and that of its reporter.
        assertThat(open).containsExactlyInAnyOrder("postgres", 8081, 9249);
    }

    @Test
    void shouldMountVolumesAndSecretsThatThereAre() throws Exception {
        String page = Files.readString(FOLDER.resolve("README.md"));
        for (PodSpec pod : pods().values()) {
            Set<String> volumes = new TreeSet<>();
            for (Volume volume : pod.getVolumes()) {
                volumes.add(volume.getName());
                if (volume.getSecret() != null
                        && !Boolean.TRUE.equals(volume.getSecret().getOptional())) {
                    assertThat(page)
                            .containsPattern("kubectl create secret (generic|tls) "
                                    + volume.getSecret().getSecretName() + " ");
                }
            }
            List<String> folders = new ArrayList<>();
            Set<String> mounted = new TreeSet<>();
            for (Container container : pod.getContainers()) {
                for (VolumeMount mount : container.getVolumeMounts()) {
                    mounted.add(mount.getName());
                    folders.add(mount.getMountPath());
                }
                List<String> paths = new ArrayList<>(container.getArgs());
                container.getEnv().stream().map(EnvVar::getValue).forEach(paths::add);
                paths.removeIf(each -> !each.matches("(--[\\w-]+=)?/.*"));
                assertThat(paths).allMatch(each -> folders.stream()
                        .anyMatch(folder -> (each.replaceFirst("^--[\\w-]+=", "") + "/").startsWith(folder + "/")));
            }
            assertThat(mounted).isEqualTo(volumes);
        }
    }

    @Test
    void shouldTakeTheImagesThatThePageBuilds() throws Exception {
        Set<String> images =
                new TreeSet<>(Set.of(only(FlinkDeployment.class).spec().getImage()));
        for (PodSpec pod : pods().values()) {
            pod.getContainers().stream()
                    .map(Container::getImage)
                    .filter(image -> image != null)
                    .forEach(images::add);
        }
        String dockerfile = Files.readString(FOLDER.resolve("Dockerfile"));
        String page = Files.readString(FOLDER.resolve("README.md"));
        Set<String> built = new TreeSet<>();
        Matcher builds = Pattern.compile("docker build --target (\\w+) -t (\\S+) -f docs/kubernetes/Dockerfile \\.")
                .matcher(page);
        while (builds.find()) {
            assertThat(dockerfile).contains(" AS " + builds.group(1) + "\n", builds.group());
            assertThat(page).contains("docker push " + builds.group(2) + "\n");
            built.add(builds.group(2));
        }
        assertThat(images).isEqualTo(built);
        Matcher version = Pattern.compile("<version>(.+)</version>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(images).allMatch(image -> image.endsWith(":" + version.group(1)));
    }

    /** The launcher gives Java a heap; the rest of the process has to fit beside it. */
    @Test
    void shouldLeaveRoomBesideTheHeap() throws Exception {
        Matcher heap = Pattern.compile("-Xmx(\\w+) ").matcher(Files.readString(ROOT.resolve("aim")));
        assertThat(heap.find()).isTrue();
        long heapBytes = MemorySize.parse(heap.group(1)).getBytes();
        for (PodSpec pod : pods().values()) {
            for (Container container : pod.getContainers()) {
                if (container.getResources() != null) {
                    Quantity limit = container.getResources().getLimits().get("memory");
                    assertThat(limit.getNumericalAmount().longValueExact()).isGreaterThanOrEqualTo(heapBytes * 5 / 4);
                }
            }
        }
    }

    @Test
    void shouldLeaveTaskManagersACoreToSpare() throws Exception {
        FlinkDeploymentSpec spec = only(FlinkDeployment.class).spec();
        JsonNode slots = YAML.readTree(FOLDER.resolve("aim.yaml").toFile())
                .at("/spec/flinkConfiguration")
                .path("taskmanager.numberOfTaskSlots");
        assertThat(spec.getTaskManager().getResource().getCpu()).isGreaterThan(slots.asDouble());
    }

    @Test
    void shouldHaveAlertsThatFitAPrometheusRule() throws Exception {
        JsonNode alerts =
                YAML.readTree(ROOT.resolve("docs/prometheus/alerts.yml").toFile());
        PrometheusRuleSpec rules = STRICT.treeToValue(alerts, PrometheusRuleSpec.class);
        assertThat(rules.getGroups()).hasSize(1);
        ((ObjectNode) alerts.at("/groups/0/rules/0")).put("fore", "1m");
        assertThatThrownBy(() -> STRICT.treeToValue(alerts, PrometheusRuleSpec.class))
                .hasMessageContaining("fore");
    }
}
