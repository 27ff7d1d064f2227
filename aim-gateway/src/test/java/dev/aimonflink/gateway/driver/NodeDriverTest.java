package dev.aimonflink.gateway.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What programs do with {@code pg}, the driver of Node.js. */
class NodeDriverTest {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    @Test
    void shouldAsk() throws IOException, InterruptedException {
        Assumptions.assumeTrue(
                Program.isThere("node", "--version") && Program.isThere("npm", "--version"),
                "Node.js and npm are not on this machine.");
        Path folder = Program.DRIVERS.resolve("node");
        Path pins = Program.RESOURCES.resolve("package.json");
        Files.createDirectories(folder);
        Files.copy(pins, folder.resolve("package.json"), StandardCopyOption.REPLACE_EXISTING);
        Program.install(
                "node",
                pins,
                DEADLINE,
                List.of(List.of("npm", "install", "--prefix", folder.toString(), "--no-audit", "--no-fund")));
        try (TestGateway gateway = TestGateway.start()) {
            String script = Program.RESOURCES.resolve("with_pg.js").toString();
            Program.Ended ended = Program.run(DEADLINE, Program.at(gateway, "node", script));
            assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).contains("OK pool");
        }
    }
}
