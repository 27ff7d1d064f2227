package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plugs in commands as the upper modules do, but not into those of their tests. */
public final class HelloProvider implements SubcommandProvider {
    @Override
    public List<Object> subcommands(Environment environment) {
        return environment.clients() instanceof FakeKafka ? List.of(new Hello(environment), new Fail()) : List.of();
    }

    @Command(name = "hello", description = "Greets.", mixinStandardHelpOptions = true)
    private static final class Hello implements Callable<Integer> {
        private final Environment environment;

        @Option(names = "--name", description = "Whom.", defaultValue = "world")
        private String name;

        Hello(Environment environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            environment.out().println("Hello " + name);
            return ExitCode.REGRESSION;
        }
    }

    @Command(name = "fail", description = "Has a defect.", mixinStandardHelpOptions = true)
    private static final class Fail implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new IllegalStateException("This cannot be.");
        }
    }
}
