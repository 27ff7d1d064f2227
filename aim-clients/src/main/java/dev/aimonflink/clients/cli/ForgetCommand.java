package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.TopicAdmin;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aim forget}. */
@Command(
        name = "forget",
        description = {
            "Erase subscribers: all aggregates, the profile and the row of each.",
            "",
            "The job erases a subscriber once it reads the record that this command writes to the subscribers topic. A"
                    + " later event or profile makes a new subscriber of the same id. Events that Kafka still holds are"
                    + " not erased: a job that reads them again from the earliest offset counts them again."
        },
        footer = {"", "Examples:", "  aim forget 7", "  aim forget 7 8 9"},
        mixinStandardHelpOptions = true)
final class ForgetCommand implements Callable<Integer> {
    private final Environment environment;

    @Mixin
    private ConnectionOptions kafka;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The subscribers' ids.")
    private List<Long> subscriberIds;

    ForgetCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Connection connection = kafka.connection();
        String topic = kafka.topics().subscribers();
        try (TopicAdmin admin = environment.clients().topicAdmin(connection)) {
            admin.require(List.of(topic));
        }
        try (ProfilePublisher publisher =
                new ProfilePublisher(environment.clients().recordPublisher(connection, topic))) {
            subscriberIds.forEach(publisher::forget);
            publisher.flush();
        }
        String who = subscriberIds.size() == 1 ? "1 subscriber" : subscriberIds.size() + " subscribers";
        environment.err().println("Requested to erase " + who + "; the job does it when it reads topic " + topic + ".");
        return ExitCode.OK;
    }
}
