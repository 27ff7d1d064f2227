package dev.aimonflink.job.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of options has a table generated from the options. */
class OptionsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "options.md");
    private static final String BEGIN = "<!-- made from AimOptions: begin -->\n";
    private static final String END = "<!-- made from AimOptions: end -->\n";
    private static final String WRITE = "aim.docs.write";
    private static final String HOW_TO_WRITE = "mvn -pl aim-job -am test -Dtest=OptionsPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -D" + WRITE + "=true";

    @Test
    void shouldShowEveryOptionAsItIs() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
        } else {
            assertThat(page.substring(begin, end))
                    .as("the table in " + PAGE.normalize() + "; to write it again: " + HOW_TO_WRITE)
                    .isEqualTo(table());
        }
    }

    private static String table() {
        return AimOptions.ALL.stream()
                .map(OptionsPageTest::row)
                .collect(Collectors.joining("", "| option | default | meaning |\n|---|---|---|\n", ""));
    }

    private static String row(ConfigOption<?> option) {
        String value = option.hasDefaultValue() ? "`" + ResolvedOptions.defaultOf(option) + "`" : "none";
        return "| `" + option.key() + "` | " + value + " | " + new HtmlFormatter().format(option.description())
                + " |\n";
    }
}
