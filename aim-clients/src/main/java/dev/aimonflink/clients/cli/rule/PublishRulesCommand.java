package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.load.Campaigns;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.rules.judge.Rule;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim publish rules}. */
@Command(
        name = "rules",
        description = {
            "Give the job generated rules, as a load: campaigns as the benchmark of the papers has them, of which each is true"
                    + " for many entities (paper); or the same with aggregates above values so high that together they are true"
                    + " for about one entity of a hundred (selective), which the job is asked for. Their ids begin with"
                    + " campaign-; other rules stay."
        },
        footer = {
            "",
            "Examples:",
            "  aim publish rules --count 300 --profile paper",
            "  aim publish rules --count 300 --profile selective"
        },
        mixinStandardHelpOptions = true)
public final class PublishRulesCommand implements Callable<Integer> {
    private static final String PAPER = "paper";
    private static final String SELECTIVE = "selective";

    /** The share of all entities above one of the values. */
    private static final double SHARE = 0.01;

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final Environment environment;

    @Mixin
    private WriteOptions write;

    @Mixin
    private ModelOptions models;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "300",
            description = "How many rules, at most " + Rule.MAX_RULES + ". Default: ${DEFAULT-VALUE}")
    private int count;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            defaultValue = PAPER,
            description = "paper or selective. Default: ${DEFAULT-VALUE}")
    private String profile;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description =
                    "The same seed gives the same campaigns on the same day, around which they are valid. Default: ${DEFAULT-VALUE}")
    private long seed;

    public PublishRulesCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Limits.requireWithin("count", count, 1, Rule.MAX_RULES);
        Labels.find(profile, List.of(PAPER, SELECTIVE), each -> each, "profile=" + profile + " is none. Give one of ");
        RulesPublisher topic = write.rules().topic(environment);
        RuleLog log = topic.read();
        RuleModel model =
                RuleModel.of(models.required(environment, write.rules().kafka()), ZoneOffset.UTC);
        Campaigns campaigns = new Campaigns(model.schema(), new Random(seed), Instant.now());
        List<Rule> rules = profile.equals(PAPER) ? campaigns.ofThePapers(count) : selective(campaigns, model);
        Optional<RulesOfJob> job = write.job(environment);
        List<RuleChange> changes = log.changesTo(rules, model, job);
        log.requireRoom(changes);
        return write.write(changes, topic, log, job, environment);
    }

    private List<Rule> selective(Campaigns campaigns, RuleModel model) {
        List<StoredColumn> pivots = campaigns.pivots();
        List<String> limits = limits(pivots, model);
        return campaigns.selective(count, pivot -> limits.get(pivots.indexOf(pivot)));
    }

    /** For each aggregate, the value that its share of entities exceeds. */
    private List<String> limits(List<StoredColumn> aggregates, RuleModel model) {
        String ofEach = BigDecimal.valueOf(1 - SHARE / aggregates.size()).toPlainString();
        String statement = aggregates.stream()
                .map(each -> "percentile_disc(" + ofEach + ") WITHIN GROUP (ORDER BY " + each.name() + ")")
                .collect(Collectors.joining(", ", "SELECT ", " FROM " + MatrixTables.matrixNameOf(model.model())));
        return answer(statement).rows().get(0).stream()
                .map(each -> each == null ? "0" : each.toString())
                .toList();
    }

    private QueryResult answer(String statement) {
        try (QueryClient client = write.rules().client(environment)) {
            QueryResult answer = client.answer(new AskedQuery("sql", Map.of("text", statement)), ANSWER_TIMEOUT);
            if (answer.status() != QueryResult.Status.OK) {
                throw new InvalidInputException("The job does not say how many entities are above which values: "
                        + answer.error().message());
            }
            return answer;
        }
    }
}
