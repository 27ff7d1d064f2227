package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Tells whether two results come from the same code, whatever was committed in between: pages, tests and results are no code. */
public final class CodeFingerprint {
    /** Our modules, as jars or as folders of a build. */
    private static final String OURS = "aim-";

    private CodeFingerprint() {}

    /** That of our modules on the class path of this JVM. */
    static String ofThisJvm() {
        List<Path> ours = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(CodeFingerprint::isOurs)
                .toList();
        if (ours.isEmpty()) {
            throw new IllegalStateException("No module of ours is on the class path.");
        }
        return of(ours);
    }

    private static boolean isOurs(Path jarOrFolder) {
        return jarOrFolder.getFileName().toString().startsWith(OURS)
                || (jarOrFolder.endsWith("target/classes")
                        && jarOrFolder.toString().contains(OURS));
    }

    /** Of the classes and other files in jars and folders. */
    static String of(List<Path> jarsAndFolders) {
        Map<String, Long> sums = new TreeMap<>();
        try {
            for (Path each : jarsAndFolders) {
                Map<String, Long> ofEach = new TreeMap<>();
                if (Files.isDirectory(each)) {
                    addFolder(each, ofEach);
                } else if (Files.exists(each)) {
                    addJar(each, ofEach);
                }
                // Modules may have files of the same name.
                ofEach.forEach((name, sum) -> sums.merge(name, sum, Long::sum));
            }
        } catch (IOException e) {
            throw new ClientException("Cannot read the code that runs: " + e.getMessage(), e);
        }
        CRC32 all = new CRC32();
        sums.forEach((name, sum) -> all.update((name + " " + sum + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().toHexDigits((int) all.getValue());
    }

    private static void addJar(Path jar, Map<String, Long> sums) throws IOException {
        try (ZipFile entries = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) entries.stream().<ZipEntry>map(each -> each)::iterator) {
                add(entry.getName(), entry.getCrc(), sums);
            }
        }
    }

    private static void addFolder(Path folder, Map<String, Long> sums) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                CRC32 sum = new CRC32();
                sum.update(Files.readAllBytes(file));
                add(folder.relativize(file).toString(), sum.getValue(), sums);
            }
        }
    }

    /** A jar says of itself when and by what it was made. */
    private static void add(String name, long sum, Map<String, Long> sums) {
        if (!name.endsWith("/") && (!name.startsWith("META-INF/") || name.startsWith("META-INF/services/"))) {
            sums.put(name, sum);
        }
    }
}
