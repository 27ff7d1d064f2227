package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.mcp.ExampleQuestions;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What there is to ask, and what is asked: each is a statement over the relations that psql sees, too. */
final class JobEndpoints {
    private static final String JSON_TYPE = "application/json";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JOB = "job";

    private final CallSessions requests;

    JobEndpoints(CallSessions requests) {
        this.requests = requests;
    }

    private ModelWatch watch() {
        return requests.gateway().watch();
    }

    /** The first one, unless the call names another. */
    private NamedJob job(Call call) {
        String name = call.inQuery(JOB);
        return name == null ? requests.gateway().first() : requests.gateway().job(name);
    }

    void addTo(Routes routes) {
        Set<String> numbers = SqlEndpoint.QUERY;
        routes.add("GET", "/v1/schema", Set.of(), this::schema)
                .addKept("GET", "/v1/entities/{key}", Set.of("columns", "numbers", JOB), this::entity)
                .add("GET", "/v1/queries", numbers, call -> requests.answer(call, "SELECT * FROM aim.queries"))
                .addKept("DELETE", "/v1/queries/{id}", Set.of(), this::cancel)
                .add("GET", "/v1/model", Set.of(JOB), this::model);
    }

    /** Tables and their columns as the caller sees them. */
    private void schema(Call call) throws IOException {
        Model model = watch().requireKnown().model();
        ObjectNode schema = JSON.createObjectNode();
        putText(schema, Model.DESCRIPTION, model.text(Model.DESCRIPTION));
        ArrayNode tables = schema.putArray("tables");
        requests.run(call, session -> {
            addColumns(
                    session.look("SELECT table_name, column_name, data_type, is_kept, other_names, description, unit"
                            + " FROM aim.columns"),
                    tables);
            ExampleQuestions.of(watch().requireKnown(), watch().requireKnown().matrix(), session)
                    .forEach(schema.putArray("examples")::add);
        });
        byte[] body = JSON.writeValueAsBytes(schema);
        call.answerTagged(JSON_TYPE, "private, no-cache", Call.tagOf(body), body);
    }

    private static void addColumns(List<Object[]> rows, ArrayNode tables) {
        ObjectNode table = null;
        for (Object[] row : rows) {
            if (table == null || !table.get("name").textValue().equals(row[0])) {
                table = tables.addObject().put("name", (String) row[0]);
                table.putArray("columns");
            }
            ObjectNode column = ((ArrayNode) table.get("columns")).addObject();
            column.put("name", (String) row[1]).put("type", (String) row[2]).put("kept", (Boolean) row[3]);
            if (row[4] != null) {
                ArrayNode others = column.putArray("otherNames");
                List.of(((String) row[4]).split(", ")).forEach(others::add);
            }
            putText(column, Model.DESCRIPTION, (String) row[5]);
            putText(column, Model.UNIT, (String) row[6]);
        }
    }

    private static void putText(ObjectNode node, String name, String textOrNull) {
        if (textOrNull != null) {
            node.put(name, textOrNull);
        }
    }

    /** One entity's row, as a look-up by key finds it. */
    private void entity(Call call) throws IOException {
        NamedJob asked = job(call);
        JobModel job = asked.watch().requireKnown();
        String columns = call.inQuery("columns");
        String statement = job.lookUp(
                requests.gateway().matrixOf(asked),
                columns == null
                        ? List.of()
                        : Arrays.stream(columns.split(",", -1))
                                .map(String::strip)
                                .toList());
        AnswerFormat format = AnswerFormat.of(call);
        requests.run(call, session -> {
            RequestSession.Answer answer = session.answer(statement, List.of(call.inPath("key")));
            if (answer.rows().isEmpty()) {
                throw HttpRefusal.of(
                        HttpStatus.NOT_FOUND,
                        SqlState.UNDEFINED_OBJECT,
                        "There is no " + job.model().entity().name() + " " + Spelling.shortened(call.inPath("key"))
                                + ": it has neither events nor a profile, or it was erased or forgotten.");
            }
            requests.send(call, answer, format);
        });
    }

    /** Ends a statement by its number, whoever asks it, if the caller may. */
    private void cancel(Call call) throws IOException {
        String id = call.inPath("id");
        RunningQueries.Query query = requests.gateway().queries().all().stream()
                .filter(each -> each.isRunning() && Long.toString(each.number()).equals(id))
                .findFirst()
                .orElseThrow(() -> noQuery(id));
        if (!requests.end(query.processId(), call.caller())) {
            throw noQuery(id);
        }
        call.answerNothing(HttpStatus.NO_CONTENT);
    }

    private static HttpRefusal noQuery(String id) {
        return HttpRefusal.of(
                HttpStatus.NOT_FOUND,
                SqlState.UNDEFINED_OBJECT,
                "No statement " + Spelling.shortened(id) + " runs. GET /v1/queries lists those that do.");
    }

    /** The page of YAML that the job has; for who asks for JSON, with questions to begin with. */
    private void model(Call call) throws IOException {
        if (!call.caller().hiddenColumns().isEmpty()) {
            throw HttpRefusal.of(
                    HttpStatus.FORBIDDEN,
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "The model names columns that are hidden from the user. GET /v1/schema has the others.");
        }
        NamedJob asked = job(call);
        JobModel job = asked.watch().requireKnown();
        String yaml = ModelFile.text(job.model());
        if (!call.header("Accept").orElse("").contains(JSON_TYPE)) {
            call.answer(HttpStatus.OK, "application/yaml", yaml.getBytes(StandardCharsets.UTF_8));
            return;
        }
        ObjectNode model = JSON.createObjectNode().put("name", job.model().name());
        putText(model, Model.DESCRIPTION, job.model().text(Model.DESCRIPTION));
        ObjectNode entity =
                model.putObject("entity").put("name", job.model().entity().name());
        putText(entity, Model.DESCRIPTION, job.model().text("entity", Model.DESCRIPTION));
        String table = requests.gateway().matrixOf(asked);
        requests.run(
                call, session -> ExampleQuestions.of(job, table, session).forEach(model.putArray("examples")::add));
        call.answer(HttpStatus.OK, JSON_TYPE, JSON.writeValueAsBytes(model.put("yaml", yaml)));
    }
}
