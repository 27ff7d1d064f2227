package dev.aimonflink.bench;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The house: which rooms each module has, as {@code docs/architecture.md} lists them, and who may know whom. A room is a package; {@code sql.plan}
 * stands for {@code dev.aimonflink.sql.plan} and what is below it. The modules themselves are held apart by Maven.
 */
class ArchitectureTest {
    private static final String ROOT = "dev.aimonflink.";
    private static final Path PAGE = Path.of("../docs/architecture.md");
    private static final int MOST_FILES = 40;
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+) \\|");
    private static final Pattern NAME = Pattern.compile("`([a-z.]+)`");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.aimonflink");

    @ParameterizedTest
    @ValueSource(strings = {"sql", "matrix", "query", "rules", "job", "clients", "gateway", "local", "lab", "bench"})
    void shouldHaveTheRoomsOfThePageAndKnowOnlyThoseAbove(String module) throws IOException {
        List<String> rooms = roomsOf(module);
        assertThat(rooms).as("rooms of aim-" + module + " in " + PAGE).doesNotHaveDuplicates();
        assertThat(rooms)
                .containsExactlyInAnyOrderElementsOf(CLASSES.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> name.startsWith(ROOT + module + "."))
                        .map(name -> roomOf(name.substring(ROOT.length()), rooms))
                        .distinct()
                        .toList());
        for (int room = 0; room < rooms.size() - 1; room++) {
            noClasses()
                    .that()
                    .resideInAPackage(packages(rooms.get(room))[0])
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            packages(rooms.subList(room + 1, rooms.size()).toArray(String[]::new)))
                    .because("on the page a room knows only those above it")
                    .check(CLASSES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sql", "matrix", "query", "rules", "job", "clients", "gateway", "local", "lab", "bench"})
    void shouldHaveSmallRoomsFilesAndMethods(String module) throws IOException {
        Path sources = Path.of("../aim-" + module, "src/main/java");
        SourceSizes.check(sources);
        try (Stream<Path> files = Files.walk(sources)) {
            assertThat(files.filter(Files::isRegularFile).collect(Collectors.groupingBy(Path::getParent)))
                    .as("a room with more files has more than one story")
                    .allSatisfy((room, ofRoom) -> assertThat(ofRoom).hasSizeLessThanOrEqualTo(MOST_FILES));
        }
    }

    /** What a module may know beside the modules above it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sql    | java.io java.lang java.math java.nio java.security java.time java.util
            matrix | java jdk.incubator.vector it.unimi.dsi com.fasterxml.jackson com.esotericsoftware org.apache.avro org.snakeyaml org.objectweb.asm
            query  | java it.unimi.dsi com.fasterxml.jackson org.snakeyaml
            rules  | java it.unimi.dsi com.fasterxml.jackson org.snakeyaml
            job    | java javax.crypto org.apache.flink org.apache.kafka org.slf4j
            """)
    void shouldKnowNoOtherLibrariesThanItsOwn(String module, String libraries) {
        classes()
                .that()
                .resideInAPackage(packages(module)[0])
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(Stream.concat(
                                Stream.of(ROOT + "."),
                                Arrays.stream(libraries.split(" ")).map(library -> library + ".."))
                        .toArray(String[]::new))
                .check(CLASSES);
    }

    /** A library or a room, and the rooms that alone may know it. A comma at the end of a name means the room without those below. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.fasterxml.jackson org.snakeyaml     | matrix.format query.serve.format rules.format clients gateway local lab bench
            com.esotericsoftware org.apache.avro    | matrix.format matrix.calls.wire bench.jmh
            jdk.incubator matrix.kernel.vector      | matrix.kernel.vector bench.roofline.vector
            org.apache.flink job                    | job local lab bench
            org.apache.kafka                        | job, job.source job.sink job.rule clients gateway local lab bench
            org.apache.flink.connector              | job, job.source job.sink job.rule local lab bench
            job,                                    | job, local lab bench clients.cli
            job.operator                            | job, job.operator local lab bench
            job.merge                               | job, job.merge local lab bench
            job.sink                                | job, job.sink local lab bench
            picocli me.tongfei clients.cli          | clients.cli gateway.command local lab bench
            org.jline                               | clients.shell clients.cli.ask lab.demo
            com.github.freva                        | clients.output bench.report
            matrix.calls matrix.setup               | matrix.calls matrix.setup query.calls query.setup job clients gateway local lab bench
            query.calls query.setup                 | query.calls query.setup job clients gateway local lab bench
            matrix.plain query.plain rules.plain    | matrix.plain query.plain rules.plain lab bench
            sql.plan sql.rows sql.simplify          | sql query rules job gateway bench
            sql.canonical sql.explain               | sql query rules job gateway bench
            """)
    void shouldBeKnownBy(String known, String who) {
        noClasses()
                .that()
                .resideOutsideOfPackages(packages(who.split(" ")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(known.split(" ")))
                .check(CLASSES);
    }

    /** What is computed again in the plainest way, to judge the rest, knows nothing of how the rest computes it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            matrix.plain query.plain rules.plain | matrix.layout matrix.update matrix.kernel matrix.record matrix.column matrix.row matrix.format
            query.plain rules.plain              | query.compute.program query.compute.scan query.serve.pass query.serve.partition query.serve.format query.ask.cut query.ask.answer
            rules.plain                          | rules.scan rules.format rules.report
            """)
    void shouldJudgeApart(String plain, String judged) {
        noClasses()
                .that()
                .resideInAnyPackage(packages(plain.split(" ")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(judged.split(" ")))
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldPlanNoTextOnTheThreadOfEvents() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "job.operator", ROOT + "job.rule")
                .should()
                .callMethodWhere(target(owner(assignableTo(Catalogue.class)))
                        .or(target(owner(assignableTo(ScanQuery.class))).and(target(name("second"))))
                        .or(target(owner(assignableTo(Planner.class))).and(target(nameEndingWith("ow")))))
                .check(CLASSES);
    }

    /** A statement of the gateway is bound where it is planned; the queries of the catalogue are bound to be described, and views once. */
    @Test
    void shouldBindStatementsInOnePlace() {
        noClasses()
                .that()
                .resideInAPackage(packages("gateway")[0])
                .and()
                .haveNameNotMatching(".*\\.(StatementPlanner|CatalogueFunction|CatalogView)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(QueryBinder.class)
                .check(CLASSES);
    }

    /** The dialogue opens the terminal; what is said in it needs none, so that tests do without. The demo hears its signals. */
    @Test
    void shouldReadLinesOfATerminalInOnePlaceAlone() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.(TerminalLines|CompletedLine|SqlDialogue|Interruption)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jline..")
                .check(CLASSES);
    }

    @Test
    void shouldCallNothingByANameThatSaysNothing() {
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.JobManager(\\$.*)?") // Flink's word
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)(\\$.*)?")
                .check(CLASSES);
    }

    /** The packages of rooms and libraries, as ArchUnit writes them. */
    private static String[] packages(String... names) {
        return Arrays.stream(names).map(ArchitectureTest::packageOf).toArray(String[]::new);
    }

    private static String packageOf(String name) {
        if (name.matches("(com|org|jdk|me|it|picocli)\\b.*")) {
            return name + "..";
        }
        String room = ROOT + name.replace(",", "");
        assertThat(CLASSES).as("a room called " + room).anyMatch(each -> (each.getPackageName() + ".")
                .startsWith(room + "."));
        return name.endsWith(",") ? room : room + "..";
    }

    /** A package below a room is of that room. */
    private static String roomOf(String name, List<String> rooms) {
        return rooms.stream()
                .filter(room -> (name + ".").startsWith(room + "."))
                .findFirst()
                .orElse(name);
    }

    private static List<String> roomsOf(String module) throws IOException {
        String page = Files.readString(PAGE);
        String start = "**aim-" + module + "**";
        int from = page.indexOf(start);
        assertThat(from).as(start).isPositive();
        String section = page.substring(from + start.length()).split("(?m)^(\\*\\*aim-|## )")[0];
        List<String> rooms = new ArrayList<>();
        for (MatchResult row : ROW.matcher(section).results().toList()) {
            NAME.matcher(row.group(1)).results().forEach(name -> rooms.add(module + "." + name.group(1)));
        }
        return rooms;
    }
}
