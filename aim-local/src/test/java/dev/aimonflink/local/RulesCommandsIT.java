package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** The commands about rules, with a broker and a job. */
class RulesCommandsIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    /** What a command writes, which ends well. */
    private String aim(String input, String... given) {
        assertThat(exitCode(input, given)).as(() -> err.toString(UTF_8)).isEqualTo(ExitCode.OK);
        return out.toString(UTF_8);
    }

    private String refused(String rules) {
        assertThat(exitCode(rules, "rules", "put", "-", "--yes")).isEqualTo(ExitCode.USAGE);
        return err.toString(UTF_8);
    }

    private int exitCode(String input, String... given) {
        List<String> args = new ArrayList<>(List.of(given));
        args.addAll(
                List.of("-o=csv", "--bootstrap=" + cluster.bootstrap(), "--topic-prefix=" + cluster.groupId() + "."));
        out.reset();
        err.reset();
        Environment environment = new Environment(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                false,
                ClientFactory.KAFKA);
        return Aim.run(environment, args.toArray(String[]::new));
    }

    private static String call(long subscriber, float cost) {
        Event call = new Event(subscriber, System.currentTimeMillis(), 60, cost, false);
        return new String(CallCodec.of(EventFormat.JSON).encode(call), UTF_8) + "\n";
    }

    private String published(String calls) {
        return aim(calls, "publish", "events", "--from=-");
    }

    private void awaitAlerts(String... wanted) {
        assertThat(Waiting.until(() -> messages().equals(List.of(wanted)), DEADLINE))
                .as(() -> messages().toString())
                .isTrue();
    }

    private List<String> messages() {
        return aim("", "alerts").lines().skip(1).map(line -> line.split(",")[7]).toList();
    }

    @Test
    void shouldGiveAJobRulesAndShowWhatTheyDo() {
        assertThat(aim("", "topics", "create")).contains("rules.v1,created,1,1,delete,forever,LogAppendTime,\n");
        cluster.submit(
                        cluster.newEnvironment(2),
                        cluster.options()
                                .set(AimOptions.MODEL, "aim-42")
                                .set(AimOptions.EVENTS_FORMAT, "json")
                                .set(AimOptions.COLUMNS, List.of("all")))
                .awaitRunning(DEADLINE);
        String dear = "- {id: dear, when: event.cost > 10, message: '{subscriber_id} at {event.cost}'}";
        String put = aim(dear, "rules", "put", "-", "--yes", "--note=first");
        assertThat(put.lines().skip(1)).singleElement().asString().startsWith("dear,added,0,");
        assertThat(err.toString(UTF_8)).contains("Every partition of the job has read version 0. It judges the events");
        requireJudging(put);
        published(call(7, 11) + call(8, 9));
        awaitAlerts("7 at 11.00");

        String mute = aim("", "rules", "mute", "dear", "--key=7");
        assertThat(aim("", "rules", "put", "--version=0", "--dry-run")).contains("dear,changed,");
        requireJudging(mute);
        published(call(7, 12) + call(9, 13));
        awaitAlerts("7 at 11.00", "9 at 13.00");
        assertThat(aim("", "rules", "list").lines().skip(1))
                .singleElement()
                .asString()
                .startsWith("dear,1,")
                .contains(",muted for 1 key,");
        assertThat(aim("", "rules", "log").lines().skip(1).filter(line -> line.contains(",dear,")))
                .hasSize(2)
                .anyMatch(line -> line.contains(",added,first,"))
                .anyMatch(line -> line.contains(",\"changed mute to {\"\"keys\"\":[\"\"7\"\"]}\","));

        assertThat(refused("- {id: free, when: event.cost > 1, action: {topic: offers, key: subscriber_id, event: {who:"
                        + " subscriber_id}}}"))
                .contains("Rule free: The job may not write events to topic 'offers'. Start it with"
                        + " aim.rules.topics=offers. Nothing was written.\n");
        assertThat(aim("", "publish", "rules", "--count=40", "--profile=selective")
                        .lines())
                .hasSize(41);
        aim("", "rules", "delete", "dear", "--yes");
        assertThat(aim("", "rules", "list").lines()).hasSize(41);
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    /** A version that was written judges what Kafka takes when the command has ended. */
    private static void requireJudging(String written) {
        String row = written.lines().skip(1).findFirst().orElseThrow();
        assertThat(Instant.parse(row.substring(row.lastIndexOf(',') + 1))).isBeforeOrEqualTo(Instant.now());
    }
}
