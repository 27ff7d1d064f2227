package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class CompletionCommandTest {
    @TempDir
    private Path folder;

    private static String script() {
        CommandRun run =
                CommandRun.of(new FakeKafka(), "completion", "bash").succeeds().says("");
        return run.out();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldCompleteInAShell() throws Exception {
        Path file = Files.writeString(folder.resolve("completion"), script());
        assertThat(complete(file, "aim do")).isEqualTo("doctor");
        assertThat(complete(file, "aim publish e")).isEqualTo("events");
        assertThat(complete(file, "aim query --subscription-t")).isEqualTo("--subscription-type");
        assertThat(complete(file, "aim query fl")).isEqualTo("flat_rate");
        assertThat(complete(file, "aim topics list --output js")).isEqualTo("json jsonl");
        assertThat(complete(file, "aim publish events --format k")).isEqualTo("kryo");
        assertThat(complete(file, "aim topics list --topic de")).isEqualTo("dead-letters");
    }

    /** What bash offers for the last word. */
    private static String complete(Path script, String line) throws Exception {
        String[] words = line.split(" ");
        String asked = "source '" + script + "'; COMP_LINE='" + line + "'; COMP_POINT=" + line.length()
                + "; COMP_WORDS=(" + line + "); COMP_CWORD=" + (words.length - 1)
                + "; _complete_aim; echo \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "-c", asked).start();
        String offered = new String(bash.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return offered;
    }

    @Test
    void shouldKnowTheCommandsThatOtherModulesPlugIn() {
        assertThat(script()).contains("hello");
    }

    @Test
    void shouldRefuseAnotherShell() {
        CommandRun run = CommandRun.of(new FakeKafka(), "completion", "fish").exits(ExitCode.USAGE);
        assertThat(run.err()).contains("expected one of [bash, zsh]");
    }
}
