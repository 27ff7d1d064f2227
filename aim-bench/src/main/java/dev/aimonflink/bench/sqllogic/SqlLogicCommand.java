package dev.aimonflink.bench.sqllogic;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.ProgressLine;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code aim bench sqllogic}. */
@Command(
        name = "sqllogic",
        description = {
            "Ask the queries of sqllogictest in SQL, and compare the answers with those of other database systems.",
            "",
            "rows: by the row interpreter. partitions: by two partitions that scan a matrix, in which each row of a table"
                    + " is an entity. Queries that are not for PostgreSQL are left out. A query is out of scope if the"
                    + " answer is an error with code 0A000.",
            "",
            "The exit code is 1 if an answer is wrong, or if a quarter of the queries of random/* is out of scope. The first"
                    + " wrong answers are printed with file, line and text."
        },
        footer = {
            "",
            "Examples:",
            "  aim bench sqllogic",
            "  aim bench sqllogic --every 10",
            "  aim bench sqllogic --engine partitions --files random/groupby"
        },
        mixinStandardHelpOptions = true)
public final class SqlLogicCommand implements Callable<Integer> {
    /** Who answers. */
    enum Engine implements LogicEngine.Factory {
        ROWS,
        PARTITIONS;

        @Override
        public LogicEngine over(LogicTables tables) {
            return switch (this) {
                case ROWS -> new RowsEngine(tables);
                case PARTITIONS -> new PartitionsEngine(tables);
            };
        }
    }

    private static final int MAX_EVERY = 1_000;

    /** The files of which most queries have to be in scope. Those of select* have many correlated subqueries. */
    private static final String RANDOM = "random/";

    private static final List<String> COLUMNS = List.of(
            "group", "files", "queries", "passed", "as PostgreSQL", "out of scope", "failed", "others left out");

    private final Environment environment;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            defaultValue = "ROWS",
            description = "rows or partitions. Default: rows")
    private Engine engine;

    @Option(
            names = "--files",
            paramLabel = "PREFIX",
            defaultValue = "",
            description = "What the names of files begin with, such as random/expr/slt_good_7. Default: all files")
    private String prefix;

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "1",
            description = "Asks one file of N. Default: ${DEFAULT-VALUE}")
    private int every;

    @Mixin
    private OutputOptions output;

    public SqlLogicCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Limits.requireWithin("every", every, 1, MAX_EVERY);
        Corpus corpus = Corpus.ofClassPath();
        List<String> files = filesOf(corpus);
        Map<String, LogicTally> groups = new LinkedHashMap<>();
        LogicTally all = new LogicTally();
        LogicTally random = new LogicTally();
        try (PostgresArbiter arbiter = new PostgresArbiter();
                ProgressLine progress = new ProgressLine(environment, "files", files.size())) {
            for (String file : files) {
                LogicTally ofFile = run(corpus, file, arbiter);
                groups.computeIfAbsent(Corpus.groupOf(file), group -> new LogicTally())
                        .add(ofFile);
                all.add(ofFile);
                if (file.startsWith(RANDOM)) {
                    random.add(ofFile);
                }
                progress.stepTo(all.files());
            }
        }
        print(groups, all);
        if (random.hasTooManyOutOfScope()) {
            environment
                    .err()
                    .println("outOfScope=" + random.outOfScope() + " of " + random.queries() + " queries of " + RANDOM
                            + "* is a quarter or more. Support what most of them lack.");
        }
        return all.failed() == 0 && !random.hasTooManyOutOfScope() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private List<String> filesOf(Corpus corpus) {
        List<String> files =
                corpus.files().stream().filter(file -> file.startsWith(prefix)).toList();
        if (files.isEmpty()) {
            throw new InvalidInputException("No file begins with files=" + prefix
                    + ". Write one of these, or its beginning: "
                    + corpus.files().stream().map(Corpus::groupOf).distinct().collect(Collectors.joining(", "))
                    + ".");
        }
        return IntStream.iterate(0, i -> i < files.size(), i -> i + every)
                .mapToObj(files::get)
                .toList();
    }

    private LogicTally run(Corpus corpus, String file, LogicEngine.Factory arbiter) {
        try (BufferedReader lines = corpus.open(file)) {
            return LogicRun.of(file, lines, engine, arbiter);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(Map<String, LogicTally> groups, LogicTally all) {
        List<List<Object>> rows = new ArrayList<>();
        groups.forEach((group, tally) -> rows.add(row(group, tally)));
        rows.add(row("all", all));
        output.output(environment).print(COLUMNS, rows);
        all.reasons()
                .forEach((reason, count) -> environment.err().println(count + " queries are out of scope: " + reason));
        all.failures().forEach(failure -> environment.err().println("\n" + failure));
    }

    private static List<Object> row(String group, LogicTally tally) {
        return List.of(
                group,
                tally.files(),
                tally.queries(),
                tally.passed(),
                tally.agreed(),
                tally.outOfScope(),
                tally.failed(),
                tally.othersLeftOut());
    }
}
