package dev.aimonflink.gateway.browser;

import dev.aimonflink.clients.Waiting;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Chromium without a window, in a process of its own, asked by the DevTools protocol. */
public final class Chromium implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "headless-shell");
    private static final String MISSING =
            "Chromium is not installed, so tests of the console are left out: apt-get install chromium";
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofSeconds(10);
    private static final long POLL_MS = 20;

    private final Path folder;
    private final Process process;
    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

    private Chromium(Path folder, Process process, URI address) {
        this.folder = folder;
        this.process = process;
        this.address = address;
    }

    /** The first on the path. */
    public static Optional<Path> installed() {
        List<String> folders =
                List.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator));
        return NAMES.stream()
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Leaves a test out where it is not installed. Before each: of a class that is left out as a whole, Surefire reports nothing. */
    public static void assume() {
        Assumptions.assumeTrue(installed().isPresent(), MISSING);
    }

    public static Chromium start() throws IOException {
        Path binary = installed().orElseThrow(() -> new IllegalStateException(MISSING));
        Path folder = Files.createTempDirectory("chromium");
        Path profile = folder.resolve("profile");
        Path output = folder.resolve("output.txt");
        ProcessBuilder command = new ProcessBuilder(
                        binary.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-dev-shm-usage",
                        "--disable-gpu",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--force-color-profile=srgb",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // It leaves sockets, reports of crashes and more there.
        for (String each : List.of("TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")) {
            command.environment().put(each, folder.toString());
        }
        Process process = null;
        try {
            process = command.start();
            return new Chromium(folder, process, address(process, profile, output));
        } catch (IOException | RuntimeException | Error e) {
            if (process != null) {
                end(process);
            }
            delete(folder);
            throw e;
        }
    }

    private static URI address(Process process, Path profile, Path output) throws IOException {
        Path file = profile.resolve("DevToolsActivePort");
        Optional<Optional<URI>> found = Waiting.forValue(
                () -> {
                    Optional<URI> written = written(file);
                    return written.isPresent() || !process.isAlive() ? Optional.of(written) : Optional.empty();
                },
                START,
                POLL_MS);
        if (found.isPresent() && found.get().isPresent()) {
            return found.get().get();
        }
        throw new IllegalStateException((process.isAlive()
                        ? "Chromium did not listen within " + START.toSeconds() + " s."
                        : "Chromium ended with " + process.exitValue() + ".")
                + " It wrote:\n" + new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
    }

    /** Of a line with the port, and another with the path. */
    private static Optional<URI> written(Path file) {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            return Optional.empty();
        }
        String[] lines = text.split("\n");
        return lines.length == 2 && lines[1].startsWith("/devtools/browser/")
                ? Optional.of(URI.create("ws://127.0.0.1:" + lines[0] + lines[1]))
                : Optional.empty();
    }

    /** A new tab, which shares neither cookies nor anything stored with others. */
    public Tab newTab() {
        return new Tab(client, address);
    }

    @Override
    public void close() throws IOException {
        end(process);
        delete(folder);
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        process.destroy();
        if (!Waiting.until(() -> all.stream().noneMatch(ProcessHandle::isAlive), END)) {
            all.forEach(ProcessHandle::destroyForcibly);
            Waiting.until(() -> all.stream().noneMatch(ProcessHandle::isAlive), END);
        }
    }

    /** Also where something that has just been ended still writes. */
    private static void delete(Path folder) throws IOException {
        if (!Waiting.until(() -> isDeleted(folder), END)) {
            throw new IOException("Could not delete " + folder + ".");
        }
    }

    private static boolean isDeleted(Path folder) {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
