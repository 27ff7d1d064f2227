package dev.aimonflink.clients.cli.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ShellWordTest {
    @Test
    void shouldLeaveAPlainWordAlone() {
        assertThat(ShellWord.of("/home/me/.aim/cluster-1")).isEqualTo("/home/me/.aim/cluster-1");
    }

    @Test
    void shouldQuoteWhatAShellWouldChange() {
        assertThat(ShellWord.of("/my models/a.yaml")).isEqualTo("'/my models/a.yaml'");
        assertThat(ShellWord.of("it's")).isEqualTo("'it'\\''s'");
        assertThat(ShellWord.of("")).isEqualTo("''");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.yaml", "a b", "it's", "$HOME", "`x`", "a\"b", "a\\b", "~", "*", "", "a;b", "ü"})
    void shouldBeOneWordOfAShell(String argument) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "printf '[%s]' " + ShellWord.of(argument)).start();
        String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(words).isEqualTo("[" + argument + "]");
    }
}
