package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.matrix.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code aim bench sqlcheck}. */
@Command(
        name = "sqlcheck",
        description = {
            "Ask random queries in SQL over random models and rows, and look for wrong answers.",
            "",
            "rows: by vectors with the scalar and with the vector kernels, over one, two and seven partitions, against the"
                    + " row interpreter. postgres: against PostgreSQL 18, which runs as a process of its own; on Linux and"
                    + " x86-64 alone. logic: the rows of a condition, of its opposite and of those for which it is unknown"
                    + " are all rows, and as many rows are selected as have it. fuzz: broken texts are refused with a code"
                    + " and a place, and long ones take 10 ms of a core at most.",
            "",
            "The exit code is 1 if there is a difference, or a text that takes too long. Each is printed with its seed and text."
        },
        footer = {
            "",
            "Examples:",
            "  aim bench sqlcheck",
            "  aim bench sqlcheck --against postgres --queries 100000 --seed 42"
        },
        mixinStandardHelpOptions = true)
public final class SqlCheckCommand implements Callable<Integer> {
    /** Who says what is right. */
    enum Judge {
        ROWS,
        POSTGRES,
        LOGIC,
        FUZZ;

        CheckReport check(int queries, long seed, LongConsumer progress) {
            return switch (this) {
                case ROWS -> SqlCheck.run(queries, seed, progress);
                case POSTGRES -> PostgresCheck.run(queries, seed, progress);
                case LOGIC -> LogicCheck.run(queries, seed, progress);
                case FUZZ -> FuzzCheck.run(queries, seed, progress);
            };
        }
    }

    private static final int MAX_QUERIES = 100_000_000;

    private final Environment environment;

    @Option(
            names = "--against",
            paramLabel = "JUDGE",
            defaultValue = "ROWS",
            description = "rows, postgres, logic or fuzz. Default: rows")
    private Judge judge;

    @Option(
            names = "--queries",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How many are drawn. Default: ${DEFAULT-VALUE}")
    private int queries;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same one draws the same models, rows and queries. Default: any, which is printed")
    private Long seed;

    @Mixin
    private OutputOptions output;

    public SqlCheckCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Limits.requireWithin("queries", queries, 1, MAX_QUERIES);
        if (seed == null) {
            seed = new Random().nextLong();
        }
        CheckReport report;
        try (ProgressLine progress = new ProgressLine(environment, "queries", queries)) {
            report = judge.check(queries, seed, progress::stepTo);
        }
        Map<String, FuzzCheck.Planning> plannings = judge == Judge.FUZZ ? FuzzCheck.longTexts() : Map.of();
        boolean isFast = plannings.values().stream().noneMatch(FuzzCheck.Planning::isTooSlow);
        print(report, plannings);
        return report.differences().isEmpty() && isFast ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void print(CheckReport report, Map<String, FuzzCheck.Planning> plannings) {
        List<List<Object>> rows = new ArrayList<>();
        rows.add(List.of("seed", seed));
        report.counts().forEach((what, count) -> rows.add(List.of(what, count)));
        plannings.forEach((text, planning) ->
                rows.add(List.of("microseconds for " + text + ": " + planning.outcome(), planning.micros())));
        rows.add(List.of("differences", report.differences().size()));
        output.output(environment).print(List.of("seen", "count"), rows);
        report.differences().forEach(each -> environment.err().println("\n" + each));
        plannings.forEach((text, planning) -> {
            if (planning.isTooSlow()) {
                environment
                        .err()
                        .println("\nPlanning " + text + " takes " + planning.micros() + " microseconds, more than "
                                + FuzzCheck.MOST_MICROS + ".");
            }
        });
    }
}
