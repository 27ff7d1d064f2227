package dev.aimonflink.clients.cli.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of errors has a row for each exit code. */
class ExitCodePageTest {
    private static final Path PAGE = Path.of("..", "docs", "errors.md");

    @Test
    void shouldExplainEveryExitCodeOnce() throws IOException {
        String section = Files.readString(PAGE).split("(?m)^## Exit codes$")[1];
        List<String> rows = Pattern.compile("(?m)^\\| `(\\d+)` \\|")
                .matcher(section)
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(ExitCode.descriptions().keySet().stream()
                        .map(String::strip)
                        .toList());
    }
}
