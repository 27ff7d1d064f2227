package dev.aimonflink.bench;

import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

import static org.assertj.core.api.Assertions.assertThat;

/** The page that the launcher shows for {@code aim --help}, against the commands of all modules. */
class HelpPageTest {
    private static final Path PAGE = Path.of("..", "docs", "aim-help.txt");
    private static final String WRITE = "aim.docs.write";
    private static final String HOW_TO_WRITE = "mvn -pl aim-bench -am test -Dtest=HelpPageTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -D" + WRITE + "=true";

    private final CommandLine aim = Aim.commandLine(Environment.system());

    @Test
    void shouldShowAllCommandsAsTheyAre() throws IOException {
        String help = aim.getUsageMessage(Ansi.OFF).replace("\r\n", "\n");
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, help);
        } else {
            assertThat(PAGE)
                    .as(PAGE.normalize() + "; to make it anew: " + HOW_TO_WRITE)
                    .hasContent(help);
        }
    }

    /** Which module a command is launched with depends on its name. */
    @Test
    void shouldLaunchEveryCommandOfAnotherModuleWithThatModule() throws IOException {
        String launcher = Files.readString(Path.of("..", "aim"));
        Set<String> ofLocal = Set.of("demo", "cluster", "chaos");
        Set<String> ofGateway = Set.of("gateway", "mcp");
        Set<String> ofBench = Set.of("bench");
        assertThat(launcher).contains("    demo | cluster | chaos | bench | completion)\n");
        aim.getSubcommands().forEach((name, command) -> {
            String module = command.getCommandSpec().userObject().getClass().getPackageName();
            assertThat(ofLocal.contains(name))
                    .as(name)
                    .isEqualTo(module.matches("dev\\.aimonflink\\.(local|lab)\\..*"));
            assertThat(ofGateway.contains(name)).as(name).isEqualTo(module.startsWith("dev.aimonflink.gateway."));
            assertThat(ofBench.contains(name)).as(name).isEqualTo(module.startsWith("dev.aimonflink.bench"));
        });
    }
}
