package dev.aimonflink.local;

import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The entrypoint of Flink's containers, with a stand-in for the image's own that writes down how it is called. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ContainerStartTest {
    private static final Path SCRIPT = Path.of("../flink-conf/start-container.sh");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    /** More than the script allows, so an endless loop is found. */
    private static final int STARTS = 8;

    private static final List<String> JOB = List.of("standalone-job", "-Da=b", "--aim.kafka.group-id", "aim");

    @TempDir
    private Path home;

    /** What the script's shell reads first; null for nothing. */
    private Path shell;

    private Process container;

    @BeforeEach
    void layOut() throws IOException {
        Files.createDirectory(home.resolve("conf"));
        Files.writeString(home.resolve("conf/config.yaml"), "image: own\n");
        flink("exit 1");
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (container != null) {
            kill();
        }
    }

    /** With all that it started. */
    private void kill() throws InterruptedException {
        List<ProcessHandle> children = container.descendants().toList();
        container.destroyForcibly().waitFor();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** What the stand-in does. */
    private void flink(String what) throws IOException {
        Path flink = home.resolve("flink");
        Files.writeString(flink, "#!/bin/bash\necho \"$*\" >>\"$FLINK_HOME/calls\"\n" + what + "\n");
        assertThat(flink.toFile().setExecutable(true)).isTrue();
    }

    private void start(List<String> command) throws IOException {
        List<String> line = new ArrayList<>(List.of("/bin/bash", SCRIPT.toString()));
        line.add(home.resolve("flink").toString());
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("log").toFile());
        builder.environment().put("FLINK_HOME", home.toString());
        if (shell != null) {
            builder.environment().put("BASH_ENV", shell.toString());
        }
        container = builder.start();
    }

    private boolean waits() {
        return container.isAlive() && log().contains("docker compose restart jobmanager");
    }

    private String log() {
        try {
            return Files.readString(home.resolve("log"));
        } catch (IOException e) {
            throw new IllegalStateException("No log.", e);
        }
    }

    /** As Docker does it: again and again, until the container stays up. */
    private int startsUntilItWaits(List<String> command) throws Exception {
        int before = calls().size();
        for (int i = 0; i < STARTS; i++) {
            start(command);
            assertThat(Waiting.until(() -> !container.isAlive() || waits(), LIMIT))
                    .isTrue();
            if (container.isAlive()) {
                break;
            }
        }
        return calls().size() - before;
    }

    private void stopContainer() throws InterruptedException {
        container.destroy();
        assertThat(container.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private List<String> calls() throws IOException {
        Path calls = home.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private Path completed(String snapshot, int minute) throws IOException {
        Path folder = Files.createDirectories(home.resolve("state").resolve(snapshot));
        Path metadata = Files.writeString(folder.resolve("_metadata"), "");
        Files.setLastModifiedTime(metadata, FileTime.from(FIRST.plusSeconds(60L * minute)));
        return folder;
    }

    @Test
    void shouldAddTheSettingsToThoseOfTheImageOnce() throws Exception {
        flink("exit 0");
        for (int i = 0; i < 2; i++) {
            start(List.of("taskmanager", "-Da=b"));
            assertThat(container.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(container.exitValue()).as(log()).isZero();
            assertThat(home.resolve("conf/config.yaml"))
                    .hasContent("image: own\n" + Files.readString(SCRIPT.resolveSibling("config.yaml")));
        }
        assertThat(home.resolve("conf/log4j-console.properties"))
                .hasSameTextualContentAs(SCRIPT.resolveSibling("log4j-console.properties"));
        assertThat(calls()).containsExactly("taskmanager -Da=b", "taskmanager -Da=b");
    }

    @Test
    void shouldContinueFromWhatWasCompletedLast() throws Exception {
        completed("checkpoints/job1/chk-7", 1);
        Path checkpoint = completed("checkpoints/job2/chk-3", 2);
        Files.createDirectories(home.resolve("state/checkpoints/job2/chk-4"));
        start(JOB);
        container.waitFor();
        Path savepoint = completed("savepoints/savepoint-1", 3);
        start(JOB);
        container.waitFor();
        assertThat(calls())
                .containsExactly(
                        "standalone-job --fromSavepoint file://" + checkpoint + " -Da=b --aim.kafka.group-id aim",
                        "standalone-job --fromSavepoint file://" + savepoint + " -Da=b --aim.kafka.group-id aim");
    }

    @Test
    void shouldStartOnceWithoutState() throws Exception {
        assertThat(startsUntilItWaits(JOB)).isEqualTo(1);
        assertThat(calls()).containsExactly(String.join(" ", JOB));
        assertThat(log())
                .contains("it ended by itself after 1 of 1 starts from no state")
                .contains("--aim.start earliest");
        // A person who starts the container gets one more.
        stopContainer();
        assertThat(startsUntilItWaits(JOB)).isEqualTo(1);
        stopContainer();
        Path checkpoint = completed("checkpoints/job/chk-1", 1);
        startsUntilItWaits(JOB);
        assertThat(calls().get(2)).contains("--fromSavepoint file://" + checkpoint + " ");
    }

    /** Makes the shell slow to listen, as on a busy machine. */
    private void listenLate() throws IOException {
        shell = Files.writeString(
                home.resolve("slow"), "[ \"${0##*/}\" = flink ] || trap() { sleep 0.3; builtin trap \"$@\"; }\n");
    }

    @Test
    void shouldListenBeforeItSaysThatItWaits() throws Exception {
        listenLate();
        assertThat(startsUntilItWaits(JOB)).isEqualTo(1);
        stopContainer();
        assertThat(startsUntilItWaits(JOB))
                .as("a person who starts the container gets one more")
                .isEqualTo(1);
    }

    @Test
    void shouldStartWithOtherArgumentsAtOnce() throws Exception {
        startsUntilItWaits(JOB);
        kill();
        List<String> earliest = new ArrayList<>(JOB);
        earliest.addAll(List.of("--aim.start", "earliest"));
        assertThat(startsUntilItWaits(earliest)).isEqualTo(1);
    }

    @Test
    void shouldGiveUpRestoringWhatCannotBeRestored() throws Exception {
        completed("checkpoints/job/chk-1", 1);
        assertThat(startsUntilItWaits(JOB)).isEqualTo(3);
        assertThat(log()).contains("after 3 of 3 starts from " + home.resolve("state/checkpoints/job/chk-1"));
    }

    /** Here the shell looks late, as on a busy machine: the job has ended before it is first looked for. */
    @Test
    void shouldNotTakeAJobThatFailsAtOnceForOneThatAPersonStopped() throws Exception {
        shell = Files.writeString(home.resolve("slow"), "kill() { sleep 0.3; builtin kill \"$@\"; }\n");
        completed("checkpoints/job/chk-1", 1);
        assertThat(startsUntilItWaits(JOB)).isEqualTo(3);
        assertThat(log()).contains("it ended by itself after 3 of 3 starts");
    }

    @Test
    void shouldRestartAJobThatMadeACheckpointHoweverOften() throws Exception {
        flink("""
                folder=$FLINK_HOME/state/checkpoints/job-$(wc -l <"$FLINK_HOME/calls")/chk-1
                mkdir -p "$folder" && touch "$folder/_metadata"
                exit 1""");
        assertThat(startsUntilItWaits(JOB)).isEqualTo(STARTS);
        assertThat(calls().get(STARTS - 1)).contains("/job-" + (STARTS - 1) + "/chk-1 ");
    }

    @Test
    void shouldUseTheSavepointThatIsGiven() throws Exception {
        completed("checkpoints/job/chk-1", 1);
        List<String> given = List.of("standalone-job", "--fromSavepoint", "file:///mine", "--aim.x", "y");
        assertThat(startsUntilItWaits(given)).isEqualTo(3);
        assertThat(calls()).containsOnly(String.join(" ", given));
    }

    /** Once it has state of its own, a job that crashes must not go back to the savepoint with which it began. */
    @Test
    void shouldContinueBehindTheSavepointThatIsGiven() throws Exception {
        Path given = completed("checkpoints/job1/chk-1", 1);
        completed("checkpoints/job2/chk-1", 2);
        completed("checkpoints/job3/chk-1", 3);
        List<String> command =
                List.of("standalone-job", "--fromSavepoint", "file://" + given, "--aim.kafka.group-id", "aim");
        start(command);
        container.waitFor();
        assertThat(given).exists();
        Path newest = completed("checkpoints/job4/chk-1", 4);
        start(command);
        container.waitFor();
        List<String> another = List.of("standalone-job", "--fromSavepoint", "file:///another", "-Da=b");
        start(another);
        container.waitFor();
        String first = String.join(" ", command);
        assertThat(calls())
                .containsExactly(
                        first,
                        first.replace("standalone-job ", "standalone-job --fromSavepoint file://" + newest + " "),
                        String.join(" ", another));
    }

    @Test
    void shouldPassASignalOnAndNotCountItAsAFailure() throws Exception {
        flink("trap 'echo told >>\"$FLINK_HOME/calls\"; exit 143' TERM\necho up >>\"$FLINK_HOME/calls\"\n"
                + "while true; do sleep 0.05; done");
        for (int i = 1; i <= 2; i++) {
            int lines = 3 * i;
            if (i > 1) {
                listenLate();
            }
            start(JOB);
            assertThat(Waiting.until(() -> calls(lines - 1), LIMIT)).isTrue();
            stopContainer();
            assertThat(container.exitValue()).isEqualTo(143);
            assertThat(calls()).hasSize(lines).endsWith("told");
        }
    }

    private boolean calls(int count) {
        try {
            return calls().size() >= count;
        } catch (IOException e) {
            throw new IllegalStateException("No calls.", e);
        }
    }

    @Test
    void shouldLeaveAJobStoppedThatAPersonStopped() throws Exception {
        flink("mkdir -p \"$FLINK_HOME/state/savepoints/s1\"; touch \"$FLINK_HOME/state/savepoints/s1/_metadata\"");
        assertThat(startsUntilItWaits(JOB)).isEqualTo(1);
        assertThat(log()).contains("the job was stopped or canceled");
        stopContainer();
        startsUntilItWaits(JOB);
        assertThat(calls().get(1)).contains("/savepoints/s1 ");
    }

    @Test
    void shouldRemoveWhatEarlierCrashesLeft() throws Exception {
        completed("checkpoints/job1/chk-1", 1);
        Files.createDirectories(home.resolve("state/checkpoints/job1/shared"));
        Path before = completed("checkpoints/job2/chk-1", 2);
        Path newest = completed("checkpoints/job3/chk-5", 3);
        Path cut = Files.createDirectories(home.resolve("state/checkpoints/job3/chk-6"));
        Files.writeString(cut.resolve("part"), "half of it");
        Path savepoint = completed("savepoints/old", 0);
        start(JOB);
        container.waitFor();
        assertThat(home.resolve("state/checkpoints/job1")).doesNotExist();
        assertThat(cut).doesNotExist();
        for (Path kept : List.of(before, newest, savepoint)) {
            assertThat(kept.resolve("_metadata")).exists();
        }
    }

    @Test
    void shouldSayThatCheckpointsHaveNoPlace() throws Exception {
        Files.writeString(home.resolve("state"), "no folder");
        start(JOB);
        assertThat(Waiting.until(() -> log().contains("may not write to " + home.resolve("state")), LIMIT))
                .isTrue();
        assertThat(container.isAlive()).isTrue();
        assertThat(calls()).isEmpty();
    }
}
