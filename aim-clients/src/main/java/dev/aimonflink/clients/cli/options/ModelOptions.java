package dev.aimonflink.clients.cli.options;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The model of a command: the job's, unless another is given; a mixin. */
public final class ModelOptions {
    /** How long the job may take to name its model; a client's first question takes longer than others. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Option(
            names = "--model",
            paramLabel = "NAME|FILE",
            defaultValue = "${env:AIM_MODEL}",
            description =
                    "The model: aim-42, aim-546, or a YAML file. Default: the environment variable AIM_MODEL, or else"
                            + " the job's model")
    private String nameOrFile;

    /** Whether the job need not be asked. */
    public boolean isGiven() {
        return nameOrFile != null;
    }

    /** The given one, or else the job's, asked by a new client. */
    public KnownModel known(Environment environment, ConnectionOptions kafka) {
        if (isGiven()) {
            return given();
        }
        return ofJob(environment, answers(environment, kafka));
    }

    /** Each by a new client. */
    private static Function<String, Optional<QueryResult>> answers(Environment environment, ConnectionOptions kafka) {
        return statement -> {
            try (QueryClient client = environment
                    .clients()
                    .queryClient(kafka.connection(environment), kafka.topics(), "aim-model-" + UUID.randomUUID())) {
                return client.answer(statement, TIMEOUT);
            }
        };
    }

    /** The given one, or else the job's. */
    public KnownModel known(Environment environment, QueryClient client) {
        return isGiven() ? given() : ofJob(environment, statement -> client.answer(statement, TIMEOUT));
    }

    /** As above, without an alternative. */
    public KnownModel required(Environment environment, ConnectionOptions kafka) {
        return ifAny(environment, kafka)
                .orElseThrow(
                        () -> new ClientException("No job says which model it has. Start the job, or name its model"
                                + " with --model or AIM_MODEL."));
    }

    /** As above; empty if nobody says which. */
    public Optional<KnownModel> ifAny(Environment environment, ConnectionOptions kafka) {
        return isGiven() ? Optional.of(given()) : KnownModel.ofJob(answers(environment, kafka));
    }

    /** As above, for a command that needs no cluster: a job is asked only if known, and need not answer. */
    public Optional<KnownModel> ifKnown(Environment environment, ConnectionOptions kafka) {
        try {
            return isGiven() || kafka.isKnown(environment) ? ifAny(environment, kafka) : Optional.empty();
        } catch (ClientException unreachable) {
            return Optional.empty();
        }
    }

    /** As given, or null. */
    public String nameOrFile() {
        return nameOrFile;
    }

    private KnownModel given() {
        return KnownModel.of(ModelSource.of("Model", nameOrFile));
    }

    private static KnownModel ofJob(Environment environment, Function<String, Optional<QueryResult>> answers) {
        return KnownModel.ofJob(answers).orElseGet(() -> {
            environment
                    .err()
                    .println("No job says which model it has, so this is about calls, aim-42. --model or AIM_MODEL"
                            + " names another.");
            return KnownModel.OF_CALLS;
        });
    }
}
