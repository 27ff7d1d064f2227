package dev.aimonflink.job.config;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.format.model.ModelFiles;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.serve.mode.CostPolicy;
import dev.aimonflink.query.serve.mode.PaperPolicy;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.query.setup.KeptColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JobSettingsTest {
    @TempDir
    private Path folder;

    private static JobSettings settings(String... arguments) {
        return JobSettings.of(JobArguments.parse(arguments));
    }

    private static void assertInvalid(String message, String... arguments) {
        assertFails(InvalidInputException.class, () -> settings(arguments)).hasMessage(message);
    }

    private static List<String> keptColumns(JobSettings settings) {
        ColumnSet columns = settings.columnSet();
        return settings.schema().columns().stream()
                .map(StoredColumn::name)
                .filter(columns::contains)
                .toList();
    }

    @Test
    void shouldHaveTheDefaultsOfTheOptions() {
        JobSettings settings = settings();
        assertThat(settings.kafkaProperties()).isEqualTo(Map.of("bootstrap.servers", "localhost:9092"));
        assertThat(settings.groupId()).isEqualTo("aim");
        assertThat(settings.start()).isEqualTo(Start.AUTO);
        assertThat(settings.eventsTopic()).isEqualTo("aim.events.v1");
        assertThat(settings.profilesTopic()).isEqualTo("aim.profiles.v1");
        assertThat(settings.queriesTopic()).isEqualTo("aim.queries.v1");
        assertThat(settings.resultsTopic()).isEqualTo("aim.results.v1");
        assertThat(settings.deadLettersTopic()).isEqualTo("aim.dead-letters.v1");
        assertThat(settings.deadLetterDelivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(settings.transactionTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings.eventFormat()).isEqualTo(EventFormat.JSON);
        assertThat(settings.maxFutureSkew()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.idleTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.bufferTimeout()).isEqualTo(Duration.ofMillis(2));
        assertThat(settings.schema().columns()).hasSize(546);
        assertThat(keptColumns(settings))
                .containsExactlyInAnyOrderElementsOf(Catalogues.scannedColumns(settings.schema()));
        assertThat(settings.checkpointCpuShare()).isEqualTo(0.25);
        assertThat(settings.zone()).isEqualTo(ZoneId.of("UTC"));
        assertThat(settings.clockReset()).isEmpty();
        assertThat(settings.tables()).isEqualTo(PresetModels.tables());
    }

    @Test
    void shouldAnswerAStarWithTheColumnsThatItKeeps() {
        JobSettings settings = settings("--aim.matrix.columns=auto;total_cost_this_day_2");
        ScanQuery query = (ScanQuery)
                settings.catalogue().bind(new AskedQuery("sql", Map.of("text", "SELECT * FROM subscribers")));
        assertThat(query.columns()).containsExactlyInAnyOrderElementsOf(keptColumns(settings));
    }

    @Test
    void shouldTakeEveryOption() throws IOException {
        JobSettings settings = settings(
                "--aim.kafka.bootstrap-servers=broker:1",
                "--aim.kafka.group-id=group",
                "--aim.start=committed",
                "--aim.kafka.lost-offsets=skip",
                "--aim.topics.events=t1",
                "--aim.topics.profiles=t2",
                "--aim.topics.queries=t3",
                "--aim.topics.results=t4",
                "--aim.topics.dead-letters=t5",
                "--aim.dead-letters.delivery=exactly-once",
                "--aim.transaction-timeout=2 min",
                "--aim.events.format=json",
                "--aim.events.max-future-skew=1 min",
                "--aim.events.idle-timeout=250 ms",
                "--aim.events.buffer-timeout=0",
                "--aim.model=aim-84",
                "--aim.matrix.columns=total_cost_this_week_2;number_of_calls_this_day",
                "--aim.sql.max-hold-time=3 s",
                "--aim.checkpoints.cpu-share=0.5",
                "--aim.time-zone=Europe/Zurich",
                "--aim.clock.reset=2025-03-20T12:00:00Z",
                "--kafka.security.protocol=SSL");
        assertThat(settings.kafkaProperties())
                .isEqualTo(Map.of("bootstrap.servers", "broker:1", "security.protocol", "SSL"));
        assertThat(settings.groupId()).isEqualTo("group");
        assertThat(settings.start()).isEqualTo(Start.COMMITTED);
        assertThat(settings.lostOffsets()).isEqualTo(LostOffsets.SKIP);
        assertThat(settings.eventsTopic()).isEqualTo("t1");
        assertThat(settings.profilesTopic()).isEqualTo("t2");
        assertThat(settings.queriesTopic()).isEqualTo("t3");
        assertThat(settings.resultsTopic()).isEqualTo("t4");
        assertThat(settings.deadLettersTopic()).isEqualTo("t5");
        assertThat(settings.deadLetterDelivery()).isEqualTo(Delivery.EXACTLY_ONCE);
        assertThat(settings.transactionTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.eventFormat()).isEqualTo(EventFormat.JSON);
        assertThat(settings.maxFutureSkew()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.idleTimeout()).isEqualTo(Duration.ofMillis(250));
        assertThat(settings.bufferTimeout()).isZero();
        assertThat(settings.schema().columns()).hasSize(84);
        assertThat(keptColumns(settings)).containsExactly("number_of_calls_this_day", "total_cost_this_week_2");
        assertThat(settings.maxHoldTime()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.checkpointCpuShare()).isEqualTo(0.5);
        assertThat(settings.zone()).isEqualTo(ZoneId.of("Europe/Zurich"));
        assertThat(settings.clockReset()).contains(Instant.parse("2025-03-20T12:00:00Z"));
    }

    @Test
    void shouldTakeOtherTablesOfSubscribersAsThoseOfAnyModel() throws IOException {
        Model calls = CallModel.withAggregates(84);
        EntityTables tables = PlainDimensions.with(PlainDimensions.regions("1,c,s,l,r"));
        JobSettings settings = settings("--aim.model=" + ModelFiles.write(calls, tables, folder));
        assertThat(settings.schema().fingerprint())
                .isEqualTo(CallModel.schema(84).fingerprint());
        assertThat(settings.tables()).isEqualTo(tables);
    }

    @Test
    void shouldReadAnInstantInEitherForm() {
        assertThat(settings("--aim.clock.reset=1742472000000").clockReset())
                .isEqualTo(
                        settings("--aim.clock.reset=2025-03-20T13:00:00+01:00").clockReset())
                .contains(Instant.parse("2025-03-20T12:00:00Z"));
    }

    @Test
    void shouldKeepAllColumnsWhereAllAreAskedFor() {
        assertThat(keptColumns(settings("--aim.matrix.columns=all", "--aim.model=aim-84")))
                .hasSize(84);
    }

    @Test
    void shouldKeepTheFirstColumnsOfALargeModelForSql() {
        assertThat(keptColumns(settings("--aim.matrix.columns=sql")))
                .hasSize(KeptColumns.MOST_FOR_SQL)
                .containsAll(keptColumns(settings()))
                .containsAll(keptColumns(settings("--aim.matrix.columns=all", "--aim.model=aim-42")));
    }

    @Test
    void shouldKeepNamedColumnsBesideThoseOfTheCatalogue() {
        List<String> scanned = keptColumns(settings());
        assertThat(scanned).doesNotContain("total_cost_this_day_2");
        assertThat(keptColumns(settings("--aim.matrix.columns=auto;total_cost_this_day_2")))
                .hasSize(scanned.size() + 1)
                .containsAll(scanned)
                .contains("total_cost_this_day_2");
    }

    @Test
    void shouldTakeTheModelOfAFileWhereItIsSubmitted() throws Exception {
        Path file =
                ModelFiles.write(OtherCalls.model("[6 hours]", "{cost: [max, var]}"), PresetModels.tables(), folder);
        JobSettings settings = settings("--aim.model=" + file);
        Files.delete(file);
        JobSettings arrived = InstantiationUtil.clone(settings);
        assertThat(arrived.schema().fingerprint()).isEqualTo(settings.schema().fingerprint());
        assertThat(arrived.schema().contains("most_expensive_cost_this_6_hours"))
                .isTrue();
        assertThat(keptColumns(arrived))
                .as("no query of the catalogue has its columns")
                .hasSize(12);
    }

    @Test
    void shouldTravelToTheOperators() throws Exception {
        JobSettings settings = settings("--aim.model=aim-42", "--kafka.client.rack=r1");
        JobSettings arrived = InstantiationUtil.clone(settings);
        assertThat(arrived).usingRecursiveComparison().isEqualTo(settings);
        assertThat(arrived.columnSet().contains("number_of_calls_this_week")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            aim.time-zone | Europe/Zürich | aim.time-zone=Europe/Zürich is no time zone. Give one such as UTC or Europe/Zurich.
            aim.events.format | xml | format=xml is not an event format. Use one of json, binary, kryo, avro.
            aim.events.avro-schemas | a.avsc | aim.events.avro-schemas is for events in Avro. Set aim.events.format=avro, or leave it out.
            aim.start | now | aim.start=now is no place to start. Use one of auto, earliest, committed, window.
            aim.kafka.lost-offsets | earliest | aim.kafka.lost-offsets=earliest is no way to go on. Use one of stop, skip.
            aim.dead-letters.delivery | never | aim.dead-letters.delivery=never is no way of delivery. Use one of at-least-once, exactly-once.
            aim.transaction-timeout | 0 s | aim.transaction-timeout=0 ms is not positive. Give a duration such as 10 min.
            aim.transaction-timeout | 30 d | aim.transaction-timeout=30 d is longer than Kafka accepts. Give a duration such as 10 min.
            kafka.acks | 1 | kafka.acks=1 would lose answers with a broker. Give all, or leave it out.
            aim.model | aim-41 | Model 'aim-41' is neither a file nor a name: HERE/aim-41 does not exist. Did you mean 'aim-42'?
            aim.model | nofile.yaml | Model 'nofile.yaml' is neither a file nor a name: HERE/nofile.yaml does not exist. Give the path of a file, or one of aim-42, aim-546.
            aim.matrix.columns | calls | The schema has no column 'calls'. Columns are named like 'number_of_calls_this_day'.
            aim.events.max-future-skew | -1 s | aim.events.max-future-skew=-1 s cannot be read. Give a value such as 10 s.
            aim.events.buffer-timeout | soon | aim.events.buffer-timeout=soon cannot be read. Give a value such as 2 ms.
            aim.clock.reset | noon | aim.clock.reset=noon is no instant. Give one such as 2026-11-22T12:00:00Z, or epoch milliseconds.
            aim.clock.reset | 99999999999999999999 | aim.clock.reset=99999999999999999999 is no instant. Give one such as 2026-11-22T12:00:00Z, or epoch milliseconds.
            aim.clock.reset | 9999-01-01T00:00:00Z | aim.clock.reset=9999-01-01T00:00:00Z is in the future. Give the time at which the clock was still right, or the present.
            aim.checkpoints.cpu-share | 0.04 | aim.checkpoints.cpu-share=0.04 is outside 0.05..1. Give a share of a core inside, such as 0.25; 1 is full speed.
            aim.checkpoints.cpu-share | 1.01 | aim.checkpoints.cpu-share=1.01 is outside 0.05..1. Give a share of a core inside, such as 0.25; 1 is full speed.
            aim.checkpoints.cpu-share | NaN | aim.checkpoints.cpu-share=NaN is outside 0.05..1. Give a share of a core inside, such as 0.25; 1 is full speed.
            aim.checkpoints.cpu-share | 25% | aim.checkpoints.cpu-share=25% cannot be read. Give a value such as 0.25.
            aim.sql.max-rows | 0 | aim.sql.max-rows=0 is outside 1..1000000. Give a number inside, such as 10000.
            aim.sql.max-groups | 1000001 | aim.sql.max-groups=1000001 is outside 1..1000000. Give a number inside, such as 100000.
            aim.sql.max-total-memory | 1 kb | aim.sql.max-total-memory=1 kb is too little. Give 1 mb or more, such as 256 mb.
            aim.sql.max-memory | 1000 kb | aim.sql.max-memory=1000 kb is too little. Give 1 mb or more, such as 128 mb.
            aim.sql.max-scan-time | 0 s | aim.sql.max-scan-time=0 ms is not positive. Give a duration such as 1 s.
            aim.sql.max-merge-time | 0 s | aim.sql.max-merge-time=0 ms is not positive. Give a duration such as 250 ms.
            aim.sql.max-hold-time | 0 s | aim.sql.max-hold-time=0 ms is not positive. Give a duration such as 250 ms.
            aim.sql.max-hold-time | 61 s | aim.sql.max-hold-time=61000 ms is longer than a request waits for its answer. Give at most 60000 ms.
            aim.sql.max-planning-time | 0 s | aim.sql.max-planning-time=0 ms is not positive. Give a duration such as 50 ms.
            aim.sql.max-planning-time | 2 s | aim.sql.max-planning-time=2000 ms is more than a statement has where no other waits. Give at most 1000 ms.
            aim.scans.max-share | 0.04 | aim.scans.max-share=0.04 is outside 0.05..1. Give a share of a core inside, such as 1.0; 1 is full speed.
            aim.sql.planning-cpu-share | 0 | aim.sql.planning-cpu-share=0.0 is outside 0.05..1. Give a share of a core inside, such as 0.25; 1 is full speed.
            aim.events.idle-timeout | 0 s | aim.events.idle-timeout=0 ms is not positive. Give a duration such as 1 s.
            """)
    void shouldSayWhatIsWrong(String key, String value, String message) {
        assertInvalid(message.replace("HERE", Path.of("").toAbsolutePath().toString()), "--" + key, value);
    }

    @Test
    void shouldSayThatAnExportMayNotTakeMoreThanAllStatements() {
        Configuration options = new Configuration()
                .set(AimOptions.SQL_MAX_TOTAL_MEMORY, MemorySize.ofMebiBytes(100))
                .set(AimOptions.EXPORTS_MEMORY, MemorySize.ofMebiBytes(101));
        assertFails(InvalidInputException.class, () -> JobSettings.of(options))
                .hasMessage(
                        "aim.exports.memory=105906176 bytes is more than aim.sql.max-total-memory=104857600 bytes, of"
                                + " which it is a part. Give less, or raise the other.");
    }

    @Test
    void shouldSayThatADurationIsNegative() {
        Configuration options = new Configuration().set(AimOptions.MAX_FUTURE_SKEW, Duration.ofSeconds(-1));
        assertFails(InvalidInputException.class, () -> JobSettings.of(options))
                .hasMessage("aim.events.max-future-skew=-1 s is negative. Give a duration such as 10 s.");
    }

    @Test
    void shouldSayThatATableOfSubscribersIsMissing() throws IOException {
        Path file = ModelFiles.write(CallModel.smallest(), EntityTables.NONE, folder);
        assertInvalid(
                file + ", line 18, column 16: Table RegionInfo file=" + folder.resolve("region-info.csv")
                        + " does not exist. Paths of tables begin in the folder of the model. Give another path.",
                "--aim.model",
                file.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auto.offset.reset",
                "enable.auto.commit",
                "key.serializer",
                "value.serializer",
                "key.deserializer",
                "value.deserializer"
            })
    void shouldRefuseAPassedThroughSettingThatTheJobHasItsOwnOf(String setting) {
        assertInvalid(
                "kafka." + setting + "=x would be overridden: the job has its own. Leave it out.",
                "--kafka." + setting + "=x");
    }

    @Test
    void shouldPassThroughThatAllReplicasAcknowledge() {
        assertThat(settings("--kafka.acks=-1").kafkaProperties()).containsEntry("acks", "-1");
        assertThat(settings("--kafka.acks=all").kafkaProperties()).containsEntry("acks", "all");
    }

    @ParameterizedTest
    @CsvSource({
        "bootstrap.servers, aim.kafka.bootstrap-servers",
        "group.id, aim.kafka.group-id",
        "transaction.timeout.ms, aim.transaction-timeout"
    })
    void shouldRefuseAPassedThroughSettingThatHasAnOptionOfItsOwn(String setting, String option) {
        assertInvalid(
                "kafka." + setting + "=x would be overridden by " + option + ". Set " + option + " instead.",
                "--kafka." + setting + "=x");
    }

    @Test
    void shouldTakeTheLimitsOfSubscribers() {
        JobSettings none = JobSettings.of(JobArguments.parse());
        assertThat(none.maxEntities()).isEmpty();
        assertThat(none.forgetAfter()).isEmpty();
        JobSettings given = JobSettings.of(
                JobArguments.parse("--aim.matrix.max-entities=5000000", "--aim.matrix.forget-after=7 d"));
        assertThat(given.maxEntities()).contains(5_000_000L);
        assertThat(given.forgetAfter()).contains(Duration.ofDays(7));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "many", "1.5"})
    void shouldRefuseALimitThatIsNoNumberOfEntities(String given) {
        assertFails(
                        InvalidInputException.class,
                        () -> JobSettings.of(JobArguments.parse("--aim.matrix.max-entities=" + given)))
                .hasMessage("aim.matrix.max-entities=" + given
                        + " is no number of entities. Give a whole number from 1 on, or leave it out.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"6 d", "0 s", "long"})
    void shouldRefuseToForgetWhatAWindowStillHolds(String given) {
        assertFails(
                        InvalidInputException.class,
                        () -> JobSettings.of(JobArguments.parse("--aim.matrix.forget-after=" + given)))
                .hasMessage("aim.matrix.forget-after=" + given + " is not as long as the longest window, 1 week. Give a"
                        + " duration of at least 7 d, or leave it out.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.05", "1"})
    void shouldTakeAShareAtEitherEnd(String given) {
        assertThat(settings("--aim.checkpoints.cpu-share=" + given).checkpointCpuShare())
                .isEqualTo(Double.parseDouble(given));
    }

    @Test
    void shouldTakeAModeOfScansOrLeaveItToTheTaskManager() {
        assertThat(settings().scans()).isEmpty();
        for (ScanSetting setting : ScanSetting.ALL) {
            assertThat(settings("--aim.scans.mode=" + setting.label()).scans()).contains(setting);
        }
        assertThat(settings().maxScanShare()).isEqualTo(1);
        assertThat(settings("--aim.scans.max-share=0.2").maxScanShare()).isEqualTo(0.2);
        assertThat(settings().scanPolicy(true)).isInstanceOf(CostPolicy.class);
        assertThat(settings("--aim.scans.policy=paper").scanPolicy(true)).isEqualTo(PaperPolicy.USUAL);
        assertThat(settings(
                                "--aim.scans.policy=paper",
                                "--aim.scans.paper.alpha=0.25",
                                "--aim.scans.paper.elasticity=colocation")
                        .scanPolicy(true))
                .isEqualTo(new PaperPolicy(0.25, PaperPolicy.Elasticity.COLOCATION));
        assertInvalid(
                "aim.scans.paper.alpha=1.5 is outside 0..1. Give a share of the kept columns inside, such as 0.5.",
                "--aim.scans.paper.alpha=1.5");
        assertInvalid(
                "aim.scans.paper.elasticity=all is no way to lend time. Use one of none, hybrid, colocation.",
                "--aim.scans.paper.elasticity=all");
        assertInvalid(
                "aim.scans.mode=s3 is no way to scan. Use one of s1, s2, s3-is, s3-ni, adaptive.",
                "--aim.scans.mode=s3");
    }

    @Test
    void shouldLimitDeadLettersOnlyWhereTheyNeedNotAllBeWritten() {
        assertThat(settings().deadLettersPerSecond()).isEmpty();
        assertThat(settings("--aim.dead-letters.max-per-second=50").deadLettersPerSecond())
                .contains(50);
        assertFails(InvalidInputException.class, () -> settings("--aim.dead-letters.max-per-second=0"))
                .hasMessage("aim.dead-letters.max-per-second=0 is no number of letters. Give a whole number from 1 on,"
                        + " or leave it out.");
        assertThatThrownBy(() ->
                        settings("--aim.dead-letters.max-per-second=50", "--aim.dead-letters.delivery=exactly-once"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("aim.dead-letters.max-per-second=50 would skip letters, and"
                        + " aim.dead-letters.delivery=exactly-once promises each. Leave one of them out.");
    }
}
