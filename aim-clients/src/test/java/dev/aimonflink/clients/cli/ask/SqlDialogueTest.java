package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The dialogue in a JVM of its own, at a terminal that {@code script} makes, with a fake job. */
@Timeout(300)
class SqlDialogueTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long POLL_MS = 10;
    private static final char CTRL_C = 3;
    private static final char CTRL_D = 4;

    /** What the job answers with when it never does. */
    private static final String SILENT = "SELECT 'silence'";

    static final List<String> COLUMNS_OF_CATALOG = List.of(
            "table_name",
            "table_type",
            "column_name",
            "data_type",
            "numeric_precision",
            "numeric_scale",
            "is_kept",
            "other_names");

    static final List<List<Object>> CATALOG = List.of(
            List.of("analyticsmatrix", "VIEW", "zip_city", "text", "", "", "YES", "city"),
            List.of("subscribers", "BASE TABLE", "zip_city", "text", "", "", "YES", "city"),
            List.of("subscribers", "BASE TABLE", "total_cost_this_week", "numeric", 18L, 2L, "NO", "cost"));

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private Process process;

    /** {@code aim sql}. The first argument is the file that says that the job has been asked and is silent; options follow. */
    static final class Dialogue {
        private Dialogue() {}

        public static void main(String[] arguments) {
            Path isSilent = Path.of(arguments[0]);
            FakeKafka kafka = new FakeKafka()
                    .withTopics()
                    .withModel(CallModel.schema(42).model(), PresetModels.tables())
                    .withRefusals()
                    .withJob(request -> answer(request, isSilent));
            String[] line = arguments.clone();
            line[0] = "sql";
            System.exit(Aim.run(new Environment(System.in, System.out, System.err, true, kafka), line));
        }

        /** None to a question for silence; to those of the dialogue itself its tables and values; else the length of its text. */
        private static QueryResult answer(Request request, Path isSilent) {
            String text = (String) request.asked().params().get("text");
            if (text.contains("information_schema")) {
                return Results.ok(request, COLUMNS_OF_CATALOG, CATALOG);
            } else if (text.equals("SELECT DISTINCT \"zip_city\" FROM subscribers ORDER BY 1 LIMIT 1001")) {
                return Results.ok(request, List.of("zip_city"), List.of(List.of("Bern"), List.of("Zurich")));
            } else if (!text.equals(SILENT)) {
                return Results.ok(request, List.of("characters"), List.of(List.of((long) text.length())));
            }
            try {
                Files.createFile(isSilent);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return null;
        }
    }

    @BeforeEach
    void needATerminal() throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT + " that makes a terminal");
        Process env = new ProcessBuilder("env", "--default-signal=INT", "true").start();
        assumeTrue(env.waitFor() == 0, "env of GNU coreutils 8.31 or newer is not on this machine");
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    private void start(String... options) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        // Without a size lines would have no room, and a shell that waits would end by the Ctrl-C of the dialogue.
        // Whoever started
        // this build may ignore that signal, as nohup does in the background, and a JVM goes on with what it was
        // started with.
        String line = "stty cols 100 rows 40; exec env --default-signal=INT " + java + " -Daim.dialogue=true -cp '"
                + System.getProperty("java.class.path") + "' '" + Dialogue.class.getName() + "' '"
                + folder.resolve("silent") + "' '" + String.join("' '", options) + "'";
        ProcessBuilder builder =
                new ProcessBuilder(SCRIPT.toString(), "-qec", line, "/dev/null").redirectErrorStream(true);
        builder.environment().put("TERM", "xterm");
        builder.environment().put("SHELL", "/bin/sh");
        process = builder.start();
        Thread reading = new Thread(this::read, "screen");
        reading.setDaemon(true);
        reading.start();
        await("aim> ");
    }

    private void read() {
        byte[] bytes = new byte[4096];
        try {
            for (int n = process.getInputStream().read(bytes);
                    n >= 0;
                    n = process.getInputStream().read(bytes)) {
                screen.write(bytes, 0, n);
            }
        } catch (IOException ended) {
            // As where the process was stopped.
        }
    }

    /** All that was written, without what moves the cursor and colours. */
    private String shown() {
        return screen.toString(StandardCharsets.UTF_8)
                .replaceAll("\u001b\\[[0-9;?]*[a-zA-Z]", "")
                .replaceAll("\u001b[=>]", "")
                .replace("\r", "");
    }

    private void await(String text) {
        assertThat(Waiting.until(() -> shown().contains(text), LIMIT, POLL_MS))
                .as(() -> "waited for " + text + " in\n" + shown())
                .isTrue();
    }

    /** Types keys, and waits for what they make appear behind all that was shown before. */
    private void type(String keys, String appears) throws IOException {
        int before = shown().length();
        OutputStream keyboard = process.getOutputStream();
        keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
        assertThat(Waiting.until(() -> shown().substring(before).contains(appears), LIMIT, POLL_MS))
                .as(() -> "typed " + keys + ", and waited for " + appears + " in\n" + shown())
                .isTrue();
    }

    private void end() throws IOException, InterruptedException {
        // A terminal that reads no line yet would take the key for the end of an input that is never read.
        assertThat(Waiting.until(() -> shown().endsWith("aim> "), LIMIT, POLL_MS))
                .as(this::shown)
                .isTrue();
        process.getOutputStream().write(CTRL_D);
        process.getOutputStream().flush();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(this::shown).isEqualTo(ExitCode.OK);
    }

    @Test
    void shouldTalk() throws Exception {
        Path history = folder.resolve("history");
        start("--history", history.toString());
        type("SELECT count(*) FROM anal\t\r", "   > ");
        type("WHERE city = 'Zuri\t;\r", "(1 row) sql as of 2026-11-20T00:00:00Z, 1 day since 2026-11-20");
        assertThat(shown()).contains("WHERE city = 'Zurich';");
        type("SELECT citty FROM subscribers;\r", "\n         ^\n");
        assertThat(shown()).contains("ERROR 42703: There is no column \"citty\". Did you mean 'city'?");
        type("\\d subscribers\r", "which are kept now.\n");
        assertThat(shown()).contains("| total_cost_this_week | numeric(18,2) | no   | cost        |");
        type("SELECT 'a;\r", "   > ");
        type(String.valueOf(CTRL_C), "aim> ");
        type("SELECT 1;\r", "|          8 |");
        end();
        assertThat(history)
                .content()
                .as("a statement is one entry")
                .contains(":SELECT count(*) FROM analyticsmatrix \\nWHERE city = 'Zurich';\n");
    }

    @Test
    void shouldGoOnAfterCtrlCEndedAQuestionOrAWatch() throws Exception {
        start("--history=", "--timeout=50s");
        type(SILENT + ";\r", ";\n");
        assertThat(Waiting.until(() -> Files.exists(folder.resolve("silent")), LIMIT, POLL_MS))
                .isTrue();
        type(String.valueOf(CTRL_C), "Cancelled.");
        type("SELECT 1;\r", "(1 row)");
        type("\\watch 0.01\r", ", every 0.01 s");
        type(String.valueOf(CTRL_C), "\naim> ");
        type("\\x\r", "Expanded display is on.");
        end();
    }

    @Test
    void shouldTalkWithoutAHistoryWhereNoneCanBeWritten() throws Exception {
        Path history = Files.writeString(folder.resolve("file"), "").resolve("history");
        start("--history", history.toString());
        assertThat(shown())
                .contains("history=" + history + " cannot be written, so lines are not kept for the next time. Give"
                        + " another file with --history, or none with --history=.\n");
        end();
    }
}
