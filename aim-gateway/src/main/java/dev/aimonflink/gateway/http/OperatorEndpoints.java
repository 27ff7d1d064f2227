package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.clients.RefusedRecord;
import dev.aimonflink.clients.ShownEvents;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicReport;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.doctor.Doctor;
import dev.aimonflink.clients.doctor.Finding;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.matrix.model.Limits;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** What the person sees who runs the job: faults, refused records, topics. Records hold personal data. */
final class OperatorEndpoints {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int LETTERS = 20;
    private static final int MOST_LETTERS = 1_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CallSessions requests;
    private final HttpJob job;

    OperatorEndpoints(CallSessions requests, HttpJob job) {
        this.requests = requests;
        this.job = job;
    }

    void addTo(Routes routes) {
        routes.add("GET", "/v1/doctor", Set.of(), Permission.OPERATE, call -> answer(call, this::findings))
                .add("GET", "/v1/topics", Set.of(), Permission.OPERATE, call -> answer(call, this::topics))
                .add("GET", "/v1/dead-letters", Set.of("last"), Permission.OPERATE, call -> {
                    int last = last(call.inQuery("last"));
                    answer(call, () -> letters(last));
                });
    }

    private void answer(Call call, Supplier<JsonNode> work) throws IOException {
        call.caller().requireAllColumns();
        JsonNode[] answer = new JsonNode[1];
        requests.run(call, session -> answer[0] = session.during("GET " + call.rawPath(), work));
        call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(answer[0]));
    }

    private JsonNode findings() {
        List<Finding> findings;
        try {
            findings = new Doctor(job.topics(), job.groupId(), job.flink(), TIMEOUT).findings();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            findings = List.of();
        }
        ObjectNode answer = JSON.createObjectNode().put("healthy", !Doctor.anyFails(findings));
        ArrayNode all = answer.putArray("findings");
        for (Finding each : findings) {
            all.addObject()
                    .put("check", each.check())
                    .put("verdict", each.verdict().label())
                    .put("detail", each.detail())
                    .put("fix", each.fix());
        }
        return answer;
    }

    private JsonNode topics() {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode all = answer.putArray("topics");
        try (TopicAdmin admin = job.topics().admin()) {
            for (TopicReport each : admin.list(job.topics().names(), TopicSettings.defaults())) {
                ObjectNode topic = all.addObject()
                        .put("topic", each.role().label())
                        .put("name", each.name())
                        .put("exists", each.state() != null);
                if (each.state() != null) {
                    topic.put("partitions", each.state().partitions())
                            .put("replicationFactor", each.state().replicationFactor());
                    topic.set("config", JSON.valueToTree(each.state().config()));
                }
                each.differences().forEach(topic.putArray("differences")::add);
            }
        }
        return answer;
    }

    private static int last(String given) {
        if (given == null) {
            return LETTERS;
        }
        if (!given.matches("[0-9]{1,6}")) {
            throw HttpRefusal.badRequest("last=" + Spelling.shortened(given) + " is no number. Give one.");
        }
        Limits.requireWithin("last", Integer.parseInt(given), 1, MOST_LETTERS);
        return Integer.parseInt(given);
    }

    private JsonNode letters(int last) {
        ShownEvents events =
                new ShownEvents(() -> requests.gateway().watch().requireKnown().model());
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode all = answer.putArray("deadLetters");
        try (TopicReader reader = job.topics().reader(TopicRole.DEAD_LETTERS)) {
            reader.newest(last).stream().map(RefusedRecord::of).forEach(each -> {
                ObjectNode letter = all.addObject()
                        .put("time", each.time().toString())
                        .put("reason", each.reason())
                        .put("class", each.reasonClass())
                        .put("topic", each.topic())
                        .put("partition", each.partition())
                        .put("offset", each.offset())
                        .put("key", each.key())
                        .put("value", events.value(each))
                        .put("cutFrom", each.cutFrom());
                letter.put(
                        "recordTime",
                        each.recordTime() == null ? null : each.recordTime().toString());
            });
        }
        return answer;
    }
}
