package dev.aimonflink.job;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The jar that a cluster runs: everything that a Flink distribution lacks, and nothing that it has. */
class ShadedJarIT {
    private static final Path FILE = Path.of("target", "aim-job.jar");
    private static final long MAX_BYTES = 60_000_000;

    private static JarFile jar;
    private static Set<String> entries;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(FILE.toFile());
        entries = new TreeSet<>();
        jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .forEach(entries::add);
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    private static String text(String entry) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry(entry))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<String> under(String... folders) {
        return entries.stream()
                .filter(entry -> List.of(folders).stream().anyMatch(entry::startsWith))
                .toList();
    }

    /** The classes that a service file names. */
    private static List<String> providers(String service) throws IOException {
        return text("META-INF/services/" + service)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
    }

    private static String file(String className) {
        return className.replace('.', '/') + ".class";
    }

    @Test
    void shouldStartWithTheJob() throws IOException {
        assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class")).isEqualTo(AimJob.class.getName());
        assertThat(jar.getManifest().getMainAttributes().getValue("Multi-Release"))
                .isEqualTo("true");
        assertThat(entries).contains(file(AimJob.class.getName()), file(Topology.class.getName()));
    }

    @Test
    void shouldHaveEverythingThatADistributionLacks() {
        assertThat(entries)
                .contains(
                        "dev/aimonflink/query/serve/partition/Partition.class",
                        "dev/aimonflink/matrix/kernel/vector/VectorKernels.class",
                        "dev/aimonflink/matrix/calls/models/region-info.csv",
                        "org/apache/flink/connector/kafka/source/KafkaSource.class",
                        "org/apache/flink/connector/kafka/sink/KafkaSink.class",
                        "org/apache/kafka/clients/producer/KafkaProducer.class",
                        "org/apache/kafka/clients/consumer/KafkaConsumer.class",
                        "net/jpountz/lz4/LZ4Factory.class",
                        "com/github/luben/zstd/Zstd.class",
                        "org/xerial/snappy/Snappy.class",
                        "com/fasterxml/jackson/core/JsonFactory.class",
                        "it/unimi/dsi/fastutil/longs/Long2IntOpenHashMap.class");
    }

    @Test
    void shouldHaveNothingThatADistributionHas() {
        assertThat(under(
                        "org/apache/flink/api/",
                        "org/apache/flink/core/",
                        "org/apache/flink/runtime/",
                        "org/apache/flink/streaming/api/",
                        "org/apache/flink/streaming/runtime/",
                        "org/apache/flink/connector/base/",
                        "com/esotericsoftware/",
                        "org/objenesis/",
                        "org/slf4j/",
                        "org/apache/log4j/",
                        "org/apache/logging/",
                        "ch/qos/logback/"))
                .isEmpty();
    }

    @Test
    void shouldHaveNothingOfTheTests() {
        assertThat(under("org/junit/", "org/assertj/", "com/tngtech/", "golden/"))
                .isEmpty();
        assertThat(entries).doesNotContain(file(ShadedJarIT.class.getName()));
        assertThat(entries).noneMatch(entry -> entry.matches("dev/aimonflink/[a-z]+/plain/.*"));
    }

    @Test
    void shouldHaveMergedTheServiceFiles() throws IOException {
        assertThat(providers("com.fasterxml.jackson.databind.Module"))
                .contains(
                        "com.fasterxml.jackson.datatype.jsr310.JavaTimeModule",
                        "com.fasterxml.jackson.datatype.jdk8.Jdk8Module");
        String services = "META-INF/services/";
        for (String file : under(services)) {
            List<String> providers = providers(file.substring(services.length()));
            assertThat(providers).as(file).isNotEmpty().doesNotHaveDuplicates();
            assertThat(entries)
                    .as(file)
                    .containsAll(providers.stream().map(ShadedJarIT::file).toList());
        }
    }

    @Test
    void shouldHaveNoSignaturesOfOthersJars() {
        assertThat(entries).noneMatch(entry -> entry.matches("META-INF/[^/]*\\.(SF|DSA|RSA|EC)"));
        assertThat(entries).noneMatch(entry -> entry.endsWith("module-info.class"));
    }

    @Test
    void shouldStaySmallEnoughToBeSubmittedQuickly() throws IOException {
        assertThat(Files.size(FILE)).isLessThan(MAX_BYTES);
    }
}
