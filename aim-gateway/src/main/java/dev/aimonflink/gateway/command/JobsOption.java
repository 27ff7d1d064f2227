package dev.aimonflink.gateway.command;

import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.type.PgWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which jobs are behind a gateway; a mixin. */
final class JobsOption {
    /** Each has a consumer, a producer and threads. */
    static final int MOST = 16;

    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
    private static final Set<String> TAKEN = Set.of(Tables.SCHEMA, Tables.DATABASE, "information_schema");
    private static final List<String> OF_ONE = List.of("--topic-prefix", "--topic");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--job",
            paramLabel = "NAME=PREFIX",
            description =
                    "A job behind the gateway: the schema of its tables, and what its topics' names begin with. Repeatable; statements"
                            + " may join jobs, and what names none is about the first (docs/postgres.md#several-jobs). Default: one"
                            + " job, that of --topic-prefix and --topic.")
    private List<String> jobs = List.of();

    /** The topics of each job by its schema, the first job first. */
    Map<String, Topics> topics(ConnectionOptions kafka) {
        if (jobs.isEmpty()) {
            return Map.of(Tables.SCHEMA, kafka.topics());
        }
        for (String other : OF_ONE) {
            if (command.commandLine().getParseResult().hasMatchedOption(other)) {
                throw new InvalidInputException(
                        other + " is of one job, and --job names the topics of each. Give one of both.");
            }
        }
        if (jobs.size() > MOST) {
            throw new InvalidInputException("job is given " + jobs.size() + " times, and at most " + MOST
                    + " may be behind a gateway. Run another gateway.");
        }
        Map<String, Topics> topics = new LinkedHashMap<>();
        for (String job : jobs) {
            int end = job.indexOf('=');
            String name = end < 0 ? job : job.substring(0, end);
            if (end < 0 || !isFree(name)) {
                throw new InvalidInputException(
                        "job=" + job
                                + " names no schema and topics. Give NAME=PREFIX, such as shop=shop., with a name of lower-case letters,"
                                + " digits and _ that is no word of SQL, and neither public, aim, information_schema nor pg_...");
            }
            if (topics.put(name, Topics.withPrefix(job.substring(end + 1))) != null) {
                throw new InvalidInputException("job=" + job + " has the name of another job. Give each its own.");
            }
        }
        return topics;
    }

    private static boolean isFree(String name) {
        return NAME.matcher(name).matches()
                && !TAKEN.contains(name)
                && !name.startsWith("pg_")
                && !PgWords.isReserved(name);
    }
}
