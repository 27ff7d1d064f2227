package dev.aimonflink.rules;

import dev.aimonflink.rules.JavaWords.Word;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What takes any model does not speak of the benchmark's calls. They have rooms of their own. */
class CallsApartTest {
    private static final Path MATRIX = Path.of("../aim-matrix/src/main/java/dev/aimonflink/matrix");
    private static final Path QUERY = Path.of("../aim-query/src/main/java/dev/aimonflink/query");
    private static final Path RULES = Path.of("src/main/java/dev/aimonflink/rules");
    private static final Path RESOURCES = Path.of("../aim-matrix/src/main/resources/dev/aimonflink/matrix");
    private static final String CALLS = "calls";

    private static final Set<String> WORDS_OF_CALLS = Set.of(
            "call",
            "calls",
            "cost",
            "costs",
            "duration",
            "durations",
            "zip",
            "zips",
            "subscriber",
            "subscribers",
            "subscription",
            "subscriptions",
            "tariff",
            "tariffs",
            "phone",
            "phones",
            "cent",
            "cents");

    /**
     * An identifier or literal that speaks of calls all the same.
     *
     * @param file below the package of the module; ends with a slash if all files of a package are meant
     * @param in the identifier or literal; null for all
     */
    private record Allowed(String file, String in, String why) {
        boolean allows(String ofFile, Word word) {
            return (file.endsWith("/") ? ofFile.startsWith(file) : ofFile.equals(file))
                    && (in == null || in.equals(word.in()));
        }
    }

    private static final List<Allowed> EXCEPTIONS = List.of(
            new Allowed("compute/aggregate/", "AggregateCall", "the name of plans for an aggregate"),
            new Allowed("compute/aggregate/", "call", "a plan's for an aggregate"),
            new Allowed("ask/cut/", "AggregateCall", "the name of plans for an aggregate"),
            new Allowed("compute/handwritten/", "AggregateCall", "the name of plans for an aggregate"),
            new Allowed("compute/scan/", "AggregateCall", "the name of plans for an aggregate"),
            new Allowed("ask/statement/", "AggregateCall", "the name of plans for an aggregate"),
            new Allowed("ask/cut/", "WindowCall", "the name of plans for a function over a window"),
            new Allowed("ask/cut/", "Call", "the name of expressions for one of a function"),
            new Allowed("compute/program/", "Call", "the name of expressions for one of a function"),
            new Allowed("ask/cut/", "calls", "the name of plans for their aggregates"),
            new Allowed("compute/handwritten/", "calls", "the name of plans for their aggregates"),
            new Allowed("compute/scan/", "calls", "the name of plans for their aggregates"),
            new Allowed("compute/scan/", "call", "a plan's for an aggregate"),
            new Allowed("serve/mode/", null, "costs of passes, by which their modes are chosen"),
            new Allowed("setup/", null, "chooses between what calls have of their own and what every model has"));

    /** The files below a folder, by their paths with slashes. */
    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(each -> folder.relativize(each).toString().replace('\\', '/'))
                    .filter(each -> !each.startsWith(CALLS + "/"))
                    .sorted()
                    .toList();
        }
    }

    private static List<Word> ofCalls(String source) {
        return JavaWords.of(source).stream()
                .filter(word -> WORDS_OF_CALLS.contains(word.text()))
                .toList();
    }

    @Test
    void shouldNotSpeakOfCallsWhereAnyModelIsTaken() throws IOException {
        List<String> spoken = new ArrayList<>();
        Set<Allowed> used = new HashSet<>();
        assertThat(files(MATRIX)).hasSizeGreaterThan(100).contains("record/EntityRecord.java");
        assertThat(files(QUERY)).hasSizeGreaterThan(100).contains("serve/partition/Partition.java");
        assertThat(files(RULES)).hasSizeGreaterThan(40).contains("judge/RuleJudge.java");
        for (Path root : List.of(MATRIX, QUERY, RULES)) {
            for (String file : files(root)) {
                look(root, file, spoken, used);
            }
        }
        assertThat(spoken)
                .as("What is of calls belongs into the rooms called calls; what is not needs another word")
                .isEmpty();
        assertThat(used).as("the exceptions that are needed").containsExactlyInAnyOrderElementsOf(EXCEPTIONS);
    }

    private static void look(Path root, String file, List<String> spoken, Set<Allowed> used) throws IOException {
        for (Word word : ofCalls(Files.readString(root.resolve(file)))) {
            List<Allowed> allowing =
                    EXCEPTIONS.stream().filter(each -> each.allows(file, word)).toList();
            used.addAll(allowing);
            if (allowing.isEmpty()) {
                spoken.add(file + ":" + word.line() + ": '" + word.text() + "' in " + word.in());
            }
        }
    }

    @Test
    void shouldNoticeEachWordInSourcesOfCalls() throws IOException {
        String event = Files.readString(MATRIX.resolve("calls/Event.java"));
        assertThat(ofCalls(event)).extracting(Word::text).contains("calls", "cost", "cents", "duration", "subscriber");
        assertThat(ofCalls("{@code} int fine; // a call of the caller")).isEmpty();
    }

    @Test
    void shouldKeepTheResourcesOfCallsWithThem() throws IOException {
        assertThat(RESOURCES.resolve("calls/models/aim-42.yaml")).exists();
        for (String file : files(RESOURCES)) {
            assertThat(ofCalls(Files.readString(RESOURCES.resolve(file))))
                    .as(file)
                    .isEmpty();
        }
    }
}
