package dev.aimonflink.query.serve.pass;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Looks for orders of memory accesses that break the hand-over between two threads: jcstress runs them many times in JVMs of its own, each
 * compiled in another way. Its harness is generated here, so that no build runs its annotation processor.
 */
@Tag("campaign")
class HandOverStressTest {
    private static final long MOST_MINUTES = 60;
    private static final String PROCESSOR = "org.openjdk.jcstress.infra.processors.JCStressTestProcessor";

    /** Surefire's own is a jar that only names the others. */
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    private Path folder;

    @Test
    void shouldSeeNothingForbidden() throws Exception {
        generate();
        Path log = folder.resolve("log");
        Process jcstress = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + System.getProperty("path.separator") + CLASS_PATH,
                        "org.openjdk.jcstress.Main",
                        "-m",
                        "quick",
                        "-t",
                        "dev.aimonflink",
                        "-r",
                        folder.resolve("report").toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(jcstress.waitFor(MOST_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            jcstress.destroy();
        }
        String said = Files.readString(log);
        assertThat(said)
                .as("exit code %d", jcstress.exitValue())
                .contains(
                        "Failed tests: No matches.",
                        "Error tests: No matches.",
                        "All remaining tests: 5 matching test results.");
        assertThat(jcstress.exitValue()).isZero();
    }

    private void generate() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        boolean isDone = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of("-d", folder.toString(), "-cp", CLASS_PATH, "-processor", PROCESSOR),
                        List.of(HandOverStress.class.getName(), "dev.aimonflink.matrix.column.SealedBlocksStress"),
                        null)
                .call();
        assertThat(isDone).as(said.toString()).isTrue();
    }
}
