package dev.aimonflink.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of tests, and what the tests and the build say themselves. */
class TestingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/testing.md");
    private static final Set<String> TAGS = Set.of("campaign", "compiled", "kernels", "processes");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");
    private static final Pattern SCALED = Pattern.compile("import [a-z.]+\\.testing\\.Scale;");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`\\w+(?:Test|IT)`.*?) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");

    /** Sources of test classes, by the name of the class; those of one name in several modules together. */
    private static Map<String, String> tests() throws IOException {
        Map<String, String> tests = new TreeMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path folder : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        String name = file.getFileName().toString().replace(".java", "");
                        tests.merge(name, Files.readString(file), String::concat);
                    }
                }
            }
        }
        return tests;
    }

    private static Set<String> named(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void shouldKnowAllTags() throws Exception {
        String page = Files.readString(PAGE);
        assertThat(TAGS).allSatisfy(tag -> assertThat(page).contains("| `" + tag + "` |"));
        tests().forEach((name, source) ->
                assertThat(named(TAG, source)).as(name).isSubsetOf(TAGS));
    }

    /** Unit tests have no such execution. */
    @Test
    void shouldGiveProcessesToTestsOfClustersAlone() throws Exception {
        tests().forEach((name, source) -> {
            if (named(TAG, source).contains("processes")) {
                assertThat(name).endsWith("IT");
            }
        });
    }

    @Test
    void shouldNameTestsThatThereAre() throws Exception {
        assertThat(named(TEST, Files.readString(PAGE))).isSubsetOf(tests().keySet());
    }

    @Test
    void shouldSayOfEachTestThatBuildsLeaveOutOrShortenWhatIsLeft() throws Exception {
        Set<String> shorter = tests().entrySet().stream()
                .filter(test -> SCALED.matcher(test.getValue()).find()
                        || named(TAG, test.getValue()).contains("campaign"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> onPage = ROW.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .flatMap(row -> named(TEST, row).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(onPage).isEqualTo(shorter);
    }
}
