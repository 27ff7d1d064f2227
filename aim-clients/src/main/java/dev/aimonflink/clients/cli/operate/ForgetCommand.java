package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aim forget}. */
@Command(
        name = "forget",
        description = {
            "Erase entities: all aggregates, the profile and the row of each.",
            "",
            "The job erases an entity once it reads the record that this command writes to the profiles topic. A"
                    + " later event or profile makes a new entity of the same key. Events that Kafka still holds are"
                    + " not erased: a job that reads them again from the earliest offset counts them again."
        },
        footer = {"", "Examples:", "  aim forget 7", "  aim forget 7 8 9", "  aim forget sensor-0000017"},
        mixinStandardHelpOptions = true)
public final class ForgetCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private ModelOptions models;

    @Parameters(arity = "1..*", paramLabel = "KEY", description = "The entities' keys.")
    private List<String> given;

    public ForgetCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Connection connection = kafka.connection(environment);
        String topic = kafka.topics().profiles();
        try (TopicAdmin admin = environment.clients().topicAdmin(connection)) {
            admin.require(List.of(topic));
        }
        Model model = models.known(environment, kafka).model();
        List<EntityId> keys =
                given.stream().map(each -> EntityKeyBytes.ofUser(each, model)).toList();
        try (ProfilePublisher publisher =
                new ProfilePublisher(model, environment.clients().recordPublisher(connection, topic))) {
            keys.forEach(publisher::forget);
            publisher.flush();
        }
        String one = model.entity().name();
        String who = keys.size() == 1 ? "1 " + one : keys.size() + " " + one + "s";
        environment.err().println("Requested to erase " + who + "; the job does it when it reads topic " + topic + ".");
        return ExitCode.OK;
    }
}
