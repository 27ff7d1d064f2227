package dev.aimonflink.bench;

import dev.aimonflink.bench.columns.AnyColumn;
import dev.aimonflink.bench.concurrent.Concurrent;
import dev.aimonflink.bench.concurrent.Schedule;
import dev.aimonflink.bench.endtoend.Checkpoints;
import dev.aimonflink.bench.endtoend.Clients;
import dev.aimonflink.bench.endtoend.ColdStart;
import dev.aimonflink.bench.endtoend.ConstantCount;
import dev.aimonflink.bench.endtoend.CostOfAggregates;
import dev.aimonflink.bench.endtoend.FreshnessOfAnswers;
import dev.aimonflink.bench.endtoend.ManyViewers;
import dev.aimonflink.bench.endtoend.Mixed;
import dev.aimonflink.bench.endtoend.Peak;
import dev.aimonflink.bench.endtoend.Points;
import dev.aimonflink.bench.endtoend.Read;
import dev.aimonflink.bench.endtoend.Recovery;
import dev.aimonflink.bench.endtoend.Response;
import dev.aimonflink.bench.endtoend.Scaling;
import dev.aimonflink.bench.endtoend.SqlBesideEvents;
import dev.aimonflink.bench.endtoend.Stalls;
import dev.aimonflink.bench.endtoend.ThroughGateway;
import dev.aimonflink.bench.endtoend.Write;
import dev.aimonflink.bench.frontier.Frontier;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.jmh.JmhCommand;
import dev.aimonflink.bench.nexmark.Nexmark;
import dev.aimonflink.bench.peers.PeersCommand;
import dev.aimonflink.bench.report.CompareCommand;
import dev.aimonflink.bench.report.ReportCommand;
import dev.aimonflink.bench.rules.CostOfChecks;
import dev.aimonflink.bench.rules.CostOfRules;
import dev.aimonflink.bench.streams.CostFunction;
import dev.aimonflink.bench.streams.Ingestion;
import dev.aimonflink.bench.streams.RollingAggregation;
import dev.aimonflink.bench.turns.WindowTurns;
import dev.aimonflink.clients.cli.SubcommandProvider;
import dev.aimonflink.clients.cli.environment.Environment;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code aim bench}. */
@Command(
        name = "bench",
        description = {
            "Measure, with every answer verified.",
            "",
            "Each experiment prints its figures and what is demanded of them, and writes DIR/EXPERIMENT.json."
        },
        synopsisSubcommandLabel = "EXPERIMENT",
        mixinStandardHelpOptions = true)
public final class BenchCommand implements SubcommandProvider {
    private static final List<Experiment> EXPERIMENTS = List.of(
            new Write(),
            new Read(),
            new Mixed(),
            new Response(),
            new Clients(),
            new Points(),
            new CostOfAggregates(),
            new FreshnessOfAnswers(),
            new Peak(),
            new SqlBesideEvents(),
            new ThroughGateway(),
            new ManyViewers(),
            new ConstantCount(),
            new Checkpoints(),
            new Stalls(),
            new Recovery(),
            new Scaling(),
            new WindowTurns(),
            new AnyColumn(),
            new Concurrent(),
            new Schedule(),
            new CostOfRules(),
            new CostOfChecks(),
            new ColdStart(),
            new Ingestion(),
            new CostFunction(),
            new RollingAggregation(),
            new Nexmark(),
            new Frontier());

    @Override
    public List<Object> subcommands(Environment environment) {
        return List.of(commandLine(environment));
    }

    static CommandLine commandLine(Environment environment) {
        CommandLine bench = new CommandLine(new BenchCommand())
                .addSubcommand(JmhCommand.of(environment))
                .addSubcommand(new ReportCommand(environment))
                .addSubcommand(new CompareCommand(environment));
        EXPERIMENTS.forEach(each -> bench.addSubcommand(ExperimentCommand.of(environment, each)));
        List<CommandLine> others = List.of(new CommandLine(new PeersCommand(environment)));
        others.forEach(bench::addSubcommand);
        return bench.addSubcommand(ExperimentCommand.of(environment, "all", EXPERIMENTS, others));
    }
}
