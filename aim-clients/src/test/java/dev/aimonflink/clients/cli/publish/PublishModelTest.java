package dev.aimonflink.clients.cli.publish;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code aim publish} with a model. */
@Timeout(60)
class PublishModelTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();

    @TempDir
    private Path directory;

    private String file(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.writeString(file, content);
        return file.toString();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void shouldPublishEventsOfAModel() throws IOException {
        for (String format : List.of("json", "binary")) {
            FakeKafka fresh = new FakeKafka().withTopics();
            long beforeMs = System.currentTimeMillis();
            CommandRun run = CommandRun.of(
                    fresh,
                    "publish",
                    "events",
                    "--model=" + file("devices.yaml", TestModels.DEVICES_YAML),
                    "--rate=0",
                    "--count=2500",
                    "--entities=10",
                    "--output=jsonl",
                    "--format=" + format);
            long afterMs = System.currentTimeMillis();
            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).startsWith("{\"published\":2500,\"acknowledged\":2500,\"seconds\":");
            Model model = TestModels.DEVICES;
            DeclaredEvent event = new DeclaredEvent(model.event());
            Set<String> keys = new HashSet<>();
            for (ProducerRecord<byte[], byte[]> record : fresh.published()) {
                if (format.equals("json")) {
                    new JsonModelCodec(model).decode(record.value(), event);
                } else {
                    new BinaryModelCodec(model).decode(record.value(), event);
                }
                assertThat(text(record.key())).isEqualTo(event.keyText());
                assertThat(event.timestampMs()).isBetween(beforeMs, afterMs);
                assertThat(record.topic()).isEqualTo("aim.events.v1");
                assertThat(record.partition()).as("by key").isNull();
                keys.add(event.keyText());
            }
            assertThat(keys).hasSize(10).contains("device-0000000", "device-0000009");
        }
    }

    @Test
    void shouldPublishCallsByTheModelOfTheBenchmark() {
        CommandRun.of(kafka, "publish", "events", "--model=aim-42", "--rate=0", "--count=1000", "--distribution=zipf")
                .succeeds();
        List<Event> calls = PublishCommandTest.events(kafka, EventFormat.JSON);
        assertThat(calls).hasSize(1_000);
        for (int i = 0; i < calls.size(); i++) {
            assertThat(text(kafka.published().get(i).key()))
                    .isEqualTo(Long.toString(calls.get(i).subscriberId()));
        }
    }

    @Test
    void shouldPublishLinesOfAModel() throws IOException {
        String payment = "{\"cardId\":-7,\"timestamp\":\"2026-11-20T08:00:00Z\",\"amount\":12.5,\"online\":true,"
                + "\"merchant\":\"PIZZA\"}\n";
        String model = file("payments.yaml", TestModels.PAYMENTS_YAML);
        CommandRun.withInput(payment, kafka, "publish", "events", "--model=" + model, "--from=-")
                .succeeds();
        ProducerRecord<byte[], byte[]> record = kafka.published().get(0);
        assertThat(text(record.key())).isEqualTo("-7");
        assertThat(text(record.value()))
                .isEqualTo("{\"cardId\":-7,\"timestamp\":1795161600000,\"amount\":12.50,\"online\":true,"
                        + "\"merchant\":\"OTHER\"}");

        CommandRun.withInput(
                        payment + payment.replace("12.5", "100001"),
                        kafka,
                        "publish",
                        "events",
                        "--model=" + model,
                        "--from=-",
                        "--format=binary")
                .exits(ExitCode.PARTIAL)
                .says("stdin:2: amount=100001.00 is outside -100000.00..100000.00. Fix the line or remove it."
                        + " Published before it: 1. What is sent again counts twice: publish from this line on, with"
                        + " --skip-invalid if others are wrong, too.\n");
        assertThat(HexFormat.of().formatHex(kafka.published().get(1).value()))
                .isEqualTo("fffffffffffffff9" + "000001a1f7f83000" + "01" + "00000000000004e2" + "01" + "0003");
    }

    @Test
    void shouldPublishTheProfilesOfAModel() throws IOException {
        CommandRun run = CommandRun.of(
                        kafka,
                        "publish",
                        "profiles",
                        "--model=" + file("devices.yaml", TestModels.DEVICES_YAML),
                        "--entities=200",
                        "--seed=9",
                        "-o",
                        "jsonl")
                .says("");
        assertThat(run.out()).startsWith("{\"published\":200,\"acknowledged\":200,");
        ModelProfileGenerator generator = new ModelProfileGenerator(TestModels.DEVICES, 9, EntityTables.NONE);
        ProfileModelCodec codec = new ProfileModelCodec(TestModels.DEVICES);
        for (int device = 0; device < 200; device++) {
            ProducerRecord<byte[], byte[]> record = kafka.published().get(device);
            assertThat(text(record.key())).isEqualTo("device-%07d", device);
            assertThat(codec.decode(record.value())).isEqualTo(generator.profile(device));
            assertThat(record.topic()).isEqualTo("aim.profiles.v1");
        }
    }

    /** By the model of the benchmark, each subscriber has the profile that it has without a model. */
    @Test
    void shouldPublishTheSameProfilesByTheModelOfTheBenchmark() {
        FakeKafka modelled = new FakeKafka().withTopics();
        CommandRun.of(kafka, "publish", "profiles", "--entities=100").succeeds();
        CommandRun.of(modelled, "publish", "profiles", "--entities=100", "--model=aim-546")
                .succeeds();
        for (int id = 0; id < 100; id++) {
            assertThat(text(modelled.published().get(id).value()))
                    .isEqualTo(text(kafka.published().get(id).value()));
            assertThat(modelled.published().get(id).key())
                    .isEqualTo(kafka.published().get(id).key());
        }
    }

    @Test
    void shouldPublishLinesOfProfilesOfAModel() throws IOException {
        String card = "{\"tier\":\"gold\",\"cardId\":7,\"colour\":\"red\"}\n";
        String model = file("payments.yaml", TestModels.PAYMENTS_YAML);
        CommandRun.withInput(
                        card + card.replace("gold", "silver"),
                        kafka,
                        "publish",
                        "profiles",
                        "--model=" + model,
                        "--from=-")
                .exits(ExitCode.PARTIAL)
                .says("stdin:2: tier='silver' is not one of basic, gold. Fix the line or remove it. Published"
                        + " before it: 1. What is sent again counts twice: publish from this line on, with"
                        + " --skip-invalid if others are wrong, too.\n");
        assertThat(kafka.published()).hasSize(1);
        assertThat(text(kafka.published().get(0).key())).isEqualTo("7");
        assertThat(text(kafka.published().get(0).value())).isEqualTo("{\"cardId\":7,\"tier\":\"gold\"}");
    }

    private void assertUsage(String message, String... args) {
        CommandRun.of(kafka, args).refuses(message);
        assertThat(kafka.published()).isEmpty();
    }

    @Test
    void shouldRefuseKryoForAModelOfOtherEvents() throws IOException {
        assertUsage(
                "format=kryo is only for calls, and the events of the model 'payments' are others. Use json, binary or avro.\n",
                "publish",
                "events",
                "--model=" + file("payments.yaml", TestModels.PAYMENTS_YAML),
                "--format=kryo",
                "--count=1");
    }

    @Test
    void shouldExplainAModelThatCannotBeRead() throws IOException {
        assertUsage(
                "Model 'aim-24' is neither a file nor a name: "
                        + Path.of("aim-24").toAbsolutePath() + " does not exist. Did you mean 'aim-42'?\n",
                "publish",
                "events",
                "--model=aim-24");
        assertUsage(
                "Model 'payments.yaml' is neither a file nor a name: "
                        + Path.of("payments.yaml").toAbsolutePath()
                        + " does not exist. Give the path of a file, or one of"
                        + " aim-42, aim-546.\n",
                "publish",
                "profiles",
                "--model=payments.yaml");
        assertUsage(
                "Model file=" + directory + " cannot be read: Is a directory. Give a readable file.\n",
                "publish",
                "events",
                "--model=" + directory);
        String large = file("large.yaml", "#".repeat(YamlFile.MAX_BYTES + 1));
        assertUsage(
                "Model file=" + large + " is larger than 65536 bytes. Give a file with the model only.\n",
                "publish",
                "events",
                "--model=" + large);
        Path latin = directory.resolve("latin.yaml");
        Files.write(latin, new byte[] {'#', (byte) 0xe4});
        assertUsage(
                "Model file=" + latin + " is not UTF-8. Save it as UTF-8.\n", "publish", "events", "--model=" + latin);
        String wrong = file("wrong.yaml", TestModels.PAYMENTS_YAML.replace("online: boolean", "online: bool"));
        CommandRun run =
                CommandRun.of(kafka, "publish", "events", "--model=" + wrong).exits(ExitCode.USAGE);
        assertThat(run.err()).startsWith(wrong + ", line 9, column 11: type 'bool' is not one of ");
    }

    @Test
    void shouldDrawFromTheTablesBesideTheModel() throws IOException {
        String model = file("payments.yaml", TestModels.PAYMENTS_YAML);
        file("regions.csv", "zip,city,region\nCH-8000,Zurich,ZH\n");
        CommandRun.of(kafka, "publish", "profiles", "--model=" + model, "--entities=20")
                .succeeds()
                .says("");
        assertThat(kafka.published()).hasSize(20).allMatch(record -> text(record.value())
                .contains("\"zip\":\"CH-8000\""));
    }

    @Test
    void shouldExplainTablesThatCannotBeRead() throws IOException {
        String model = file("payments.yaml", TestModels.PAYMENTS_YAML);
        assertUsage(
                model + ", line "
                        + (1 + TestModels.PAYMENTS_YAML.lines().toList().indexOf("  regions: regions.csv"))
                        + ", column 12: Table regions file=" + directory.resolve("regions.csv")
                        + " does not exist. Paths of tables begin in the"
                        + " folder of the model. Give another path.\n",
                "publish",
                "profiles",
                "--model=" + model);
    }

    @Test
    void shouldRefuseAnErasureAmongProfilesOfAModel() throws IOException {
        String model = file("payments.yaml", TestModels.PAYMENTS_YAML);
        CommandRun.withInput(
                        "{\"cardId\":7,\"forget\":true}", kafka, "publish", "profiles", "--model=" + model, "--from=-")
                .refuses("stdin:1: forget is true, where a profile is expected. Fix the line or remove it.\n");
    }

    @Test
    void shouldDeleteProfilesOfAModelByTheirKeys() throws IOException {
        String model = file("devices.yaml", TestModels.DEVICES_YAML);
        CommandRun.of(kafka, "publish", "profiles", "--model=" + model, "--delete=d 1,7")
                .succeeds()
                .says("");
        ProfileModelCodec codec = new ProfileModelCodec(TestModels.DEVICES);
        assertThat(kafka.published())
                .allMatch(record -> record.value() == null)
                .extracting(record -> codec.decodeKey(record.key()))
                .containsExactly(EntityId.of("d 1"), EntityId.of("7"));
    }

    @Test
    void shouldRefuseToDeleteWhatIsNoKey() throws IOException {
        assertUsage(
                "key='seven' is not a subscriberId in decimal digits. Give the subscriberId of a subscriber.\n",
                "publish",
                "profiles",
                "--delete=7,seven");
        String key = "d".repeat(65);
        assertUsage(
                "deviceId has 65 bytes instead of 1 to 64. Give the deviceId of a device.\n",
                "publish",
                "profiles",
                "--model=" + file("devices.yaml", TestModels.DEVICES_YAML),
                "--delete=" + key);
    }
}
