package dev.aimonflink.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/** The rooms of a module, which are its packages, as {@code docs/architecture.md} lists them: each knows only those above it, and has 40 files at most. */
public final class Rooms {
    private static final Path PAGE = Path.of("../docs/architecture.md");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final int MOST_FILES = 40;
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+) \\|");
    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

    private Rooms() {}

    /** Compares the page with the classes of a module below its root, and the {@linkplain SourceSizes sizes} of its sources with their limits. */
    public static void check(String module, String root, JavaClasses classes) throws IOException {
        SourceSizes.check();
        List<String> rooms = of(module);
        assertThat(rooms).as("rooms of " + module + " in " + PAGE).doesNotHaveDuplicates();
        assertThat(rooms)
                .containsExactlyInAnyOrderElementsOf(classes.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> name.startsWith(root + "."))
                        .map(name -> roomOf(name.substring(root.length() + 1), rooms))
                        .distinct()
                        .toList());
        try (Stream<Path> files = Files.walk(SOURCES)) {
            assertThat(files.filter(Files::isRegularFile).collect(Collectors.groupingBy(Path::getParent)))
                    .as("a room with more files has more than one story")
                    .allSatisfy((room, ofRoom) -> assertThat(ofRoom).hasSizeLessThanOrEqualTo(MOST_FILES));
        }
        for (int room = 0; room < rooms.size() - 1; room++) {
            noClasses()
                    .that()
                    .resideInAPackage(root + "." + rooms.get(room) + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(rooms.subList(room + 1, rooms.size()).stream()
                            .map(below -> root + "." + below + "..")
                            .toArray(String[]::new))
                    .because("on the page a room knows only those above it")
                    .check(classes);
        }
    }

    /** A package below a room is of that room. */
    private static String roomOf(String name, List<String> rooms) {
        return rooms.stream()
                .filter(room -> (name + ".").startsWith(room + "."))
                .findFirst()
                .orElse(name);
    }

    private static List<String> of(String module) throws IOException {
        String page = Files.readString(PAGE);
        String start = "**" + module + "**";
        int from = page.indexOf(start);
        assertThat(from).as(start).isPositive();
        String section = page.substring(from + start.length()).split("(?m)^(\\*\\*aim-|## )")[0];
        List<String> rooms = new ArrayList<>();
        for (MatchResult row : ROW.matcher(section).results().toList()) {
            NAME.matcher(row.group(1)).results().forEach(name -> rooms.add(name.group(1)));
        }
        return rooms;
    }
}
