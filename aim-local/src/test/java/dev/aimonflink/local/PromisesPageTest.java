package dev.aimonflink.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of promises: each names tests that there are, and its limits; and the README promises nothing else. */
class PromisesPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/promises.md");
    private static final Path README = ROOT.resolve("README.md");
    private static final List<String> MODULES = List.of(
            "aim-sql",
            "aim-matrix",
            "aim-query",
            "aim-rules",
            "aim-job",
            "aim-clients",
            "aim-gateway",
            "aim-local",
            "aim-lab",
            "aim-bench");
    /** A row of the page: the promise in bold letters, its limit, and its tests. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| \\*\\*(.+?)\\*\\*[^|\\n]*\\|([^|\\n]*)\\|([^|\\n]*)\\|$");

    private static final Pattern CLAIM = Pattern.compile("(?ms)^- \\*\\*(.+?)\\*\\*");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    private static List<MatchResult> promises() throws IOException {
        return ROW.matcher(Files.readString(PAGE)).results().toList();
    }

    private static String inOneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Test
    void shouldNameATestAndTheLimitsOfEachPromise() throws Exception {
        List<MatchResult> promises = promises();
        assertThat(promises).hasSize(88);
        for (MatchResult promise : promises) {
            assertThat(promise.group(2)).as(promise.group(1)).isNotBlank();
            assertThat(TEST.matcher(promise.group(3)).find())
                    .as(promise.group(1))
                    .isTrue();
        }
    }

    /** A row that this test does not read would promise something without a limit or a test. */
    @Test
    void shouldHaveAllPromisesInRows() throws Exception {
        assertThat(Files.readString(PAGE).lines().filter(line -> line.contains("**")))
                .hasSameSizeAs(promises());
    }

    @Test
    void shouldNameTestsThatThereAre() throws Exception {
        for (MatchResult test : TEST.matcher(Files.readString(PAGE)).results().toList()) {
            String method = test.group(2) == null ? "void should" : "void " + test.group(2) + "(";
            // Two modules may have a class of the same name.
            assertThat(sources(test.group(1) + ".java")).as(test.group()).anyMatch(source -> source.contains(method));
        }
    }

    private static List<String> sources(String file) throws IOException {
        List<String> sources = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
                for (Path found : files.filter(each -> each.endsWith(file)).toList()) {
                    sources.add(Files.readString(found));
                }
            }
        }
        return sources;
    }

    @Test
    void shouldPromiseNothingInTheReadmeThatThePageDoesNot() throws Exception {
        List<String> known =
                promises().stream().map(promise -> promise.group(1)).toList();
        String section =
                Files.readString(README).split("(?m)^## What is promised$")[1].split("(?m)^## ")[0];
        List<String> claimed = CLAIM.matcher(section)
                .results()
                .map(claim -> inOneLine(claim.group(1)))
                .toList();
        assertThat(claimed).isNotEmpty();
        assertThat(known).containsAll(claimed);
    }
}
