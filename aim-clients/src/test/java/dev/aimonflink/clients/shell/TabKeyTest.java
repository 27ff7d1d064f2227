package dev.aimonflink.clients.shell;

import dev.aimonflink.clients.TestModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** What a line becomes where the tab key is pressed in it. */
@Timeout(60)
class TabKeyTest {
    private static String typed(String keys) throws IOException {
        return typed(Words.OF_CALLS, keys);
    }

    private static String typed(Vocabulary vocabulary, String keys) throws IOException {
        try (ExternalTerminal terminal = new ExternalTerminal(
                "test",
                "xterm",
                new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8)) {
            return new TerminalLines(terminal, new Completion(vocabulary), null)
                    .next("> ", "")
                    .text();
        }
    }

    @Test
    void shouldWriteAWordToItsEnd() throws IOException {
        assertThat(typed("SELECT 1 FROM subscribers s WHERE s.cit\t= 'Zuri\t;\r"))
                .isEqualTo("SELECT 1 FROM subscribers s WHERE s.city = 'Zurich';");
    }

    @Test
    void shouldWriteKeywordsOfTwoWordsAsTheyAre() throws IOException {
        assertThat(typed("SELECT 1 GRO\t1;\r")).isEqualTo("SELECT 1 GROUP BY 1;");
    }

    @Test
    void shouldWriteACallUpToItsParenthesis() throws IOException {
        assertThat(typed("SELECT date_tr\tx;\r")).isEqualTo("SELECT date_trunc(x;");
    }

    @Test
    void shouldWriteValuesThatHaveBlanksAndQuotes() throws IOException {
        LiveValues live = new LiveValues(statement -> List.of(List.of("New York"), List.of("L'Aquila now")));
        Vocabulary devices = Words.of(ModelFile.parse(TestModels.DEVICES_YAML, "devices.yaml"), live);
        assertThat(typed(devices, "SELECT 1 FROM devices WHERE site = 'New Y\t;\r"))
                .isEqualTo("SELECT 1 FROM devices WHERE site = 'New York';");
        assertThat(typed(devices, "SELECT 1 FROM devices WHERE site='L\t;\r"))
                .isEqualTo("SELECT 1 FROM devices WHERE site='L''Aquila now';");
    }

    @Test
    void shouldLeaveWhatIsBehindTheCursor() throws IOException {
        String left = "\u0002";
        assertThat(typed("SELECT cit, 1;" + left.repeat(4) + "\t\r")).isEqualTo("SELECT city, 1;");
    }
}
