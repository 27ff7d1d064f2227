package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Checks whether this client's user may ask the job, and whether a job with the same user could run. A broker without access control lists
 * allows everything.
 */
public final class RightsCheck {
    private static final String OF_CLIENT = "rights to ask";
    private static final String OF_JOB = "rights of a job";

    private record Right(String resource, String name, AclOperation operation) {
        String words() {
            return operation + " on " + resource + " " + name;
        }

        String grant() {
            return "kafka-acls.sh --add --allow-principal User:NAME --operation "
                    + (operation == AclOperation.READ ? "Read" : "Write") + " --" + resource + " " + name;
        }
    }

    private RightsCheck() {}

    public static List<Finding> findings(Supplier<TopicAdmin> admins, Topics topics, String group) {
        try (TopicAdmin admin = admins.get()) {
            Map<String, Set<AclOperation>> allowed = admin.operations(topics.names());
            List<Right> ofClient = new ArrayList<>();
            require(ofClient, allowed, topics.queries(), AclOperation.WRITE);
            require(ofClient, allowed, topics.results(), AclOperation.READ);
            List<Right> ofJob = new ArrayList<>();
            require(ofJob, allowed, topics.events(), AclOperation.READ);
            require(ofJob, allowed, topics.profiles(), AclOperation.READ);
            require(ofJob, allowed, topics.queries(), AclOperation.READ);
            require(ofJob, allowed, topics.queries(), AclOperation.WRITE);
            require(ofJob, allowed, topics.results(), AclOperation.WRITE);
            require(ofJob, allowed, topics.deadLetters(), AclOperation.WRITE);
            require(ofJob, allowed, topics.rules(), AclOperation.READ);
            require(ofJob, allowed, topics.alerts(), AclOperation.WRITE);
            Optional<Set<AclOperation>> ofGroup = admin.operationsOfGroup(group);
            if (ofGroup.isPresent() && !ofGroup.get().contains(AclOperation.READ)) {
                ofJob.add(new Right("group", group, AclOperation.READ));
            }
            return List.of(ofClient(ofClient), ofJob(ofJob));
        } catch (ClientException failure) {
            return List.of(Finding.warn(
                    OF_CLIENT,
                    failure.getMessage(),
                    "Let this client describe topics and groups, or look with kafka-acls.sh."));
        }
    }

    private static void require(
            List<Right> missing, Map<String, Set<AclOperation>> allowed, String topic, AclOperation operation) {
        Set<AclOperation> operations = allowed.get(topic);
        if (operations != null && !operations.contains(operation)) {
            missing.add(new Right("topic", topic, operation));
        }
    }

    private static Finding ofClient(List<Right> missing) {
        return missing.isEmpty()
                ? Finding.ok(OF_CLIENT, "this client may write queries and read results")
                : Finding.fail(OF_CLIENT, "this client's user lacks " + words(missing), grants(missing));
    }

    private static Finding ofJob(List<Right> missing) {
        return missing.isEmpty()
                ? Finding.ok(OF_JOB, "a job with this client's user has its rights")
                : Finding.warn(
                        OF_JOB,
                        "a job with this client's user would lack " + words(missing),
                        "If the job has this user: " + grants(missing)
                                + " Otherwise give the job's own settings with --kafka-property to check its rights.");
    }

    private static String words(List<Right> missing) {
        return String.join(", ", missing.stream().map(Right::words).toList());
    }

    private static String grants(List<Right> missing) {
        return "Grant it: "
                + String.join("; ", missing.stream().map(Right::grant).toList()) + ".";
    }
}
