package dev.aimonflink.bench.experiment;

import com.sun.management.OperatingSystemMXBean;
import dev.aimonflink.clients.cli.Version;
import dev.aimonflink.matrix.kernel.KernelChoice;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Describes the machine and the JVM of a measurement. */
public final class MachineFacts {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");
    private static final String UNKNOWN = "unknown";

    /** The property for the project's directory, set by the launcher. */
    private static final String HOME = "aim.home";

    private MachineFacts() {}

    public static Map<String, Object> environment() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("aim", version());
        facts.put("commit", commitOf(Path.of(System.getProperty(HOME, "."))));
        facts.put("code", CodeFingerprint.ofThisJvm());
        facts.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("cpu", valueIn(CPU_INFO, "model name"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("memory", valueIn(MEMORY_INFO, "MemTotal"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put(
                "jvmArguments",
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(argument -> !argument.matches("(--add-opens|-Daim\\.|-Duser\\.home).*"))
                        .toList());
        facts.put("kernels", KernelChoice.chosen().kernels().name());
        return facts;
    }

    /** The processor time of all threads of this process: job, clients and garbage collection. */
    public static long processCpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** The share of idle processors since the last call. */
    public static double idle() {
        return 1
                - Math.max(
                        0,
                        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                .getCpuLoad());
    }

    /** The commit of a checkout, with {@code -dirty} if it has changes; "unknown" without a checkout or git. */
    public static String commitOf(Path home) {
        try {
            Process process = new ProcessBuilder(
                            "git",
                            "-C",
                            home.toString(),
                            "describe",
                            "--always",
                            "--dirty",
                            "--abbrev=40",
                            "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? said : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    private static String version() {
        try {
            return new Version().getVersion()[0];
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** The value of the first line {@code key : value} of a file that only Linux has. */
    private static String valueIn(Path file, String key) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
