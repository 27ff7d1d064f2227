package dev.aimonflink.gateway.mcp;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What an agent can do: see what there is, ask, and look an entity up. All is as the user may, nothing is changed. A wrong statement is an
 * answer that says so, from which an agent learns; an answer that was cut says how to ask for less.
 */
public final class McpTools {
    /** An agent pays for each, and reads no more. */
    private static final int ROWS = 200;

    private static final int MAX_ROWS = 1_000;

    /** Of an answer: some ten thousand tokens. */
    static final int MAX_BYTES = 50_000;

    private static final int BYTES_OF_THE_REST = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> UNLIMITED = Set.of("EXPLAIN", "SHOW");
    private static final String BEFORE = "SELECT * FROM (";

    private final Supplier<JobModel> model;

    /** @param model of the job; fails if it has never answered */
    public McpTools(Supplier<JobModel> model) {
        this.model = model;
    }

    /** Runs in a session of the agent's user. */
    public interface Asking {
        void with(Step step) throws IOException;

        /** What is done there. */
        interface Step {
            void in(RequestSession session) throws IOException;
        }
    }

    ObjectNode list() {
        ObjectNode result = JSON.createObjectNode();
        ArrayNode tools = result.putArray("tools");
        add(
                tools,
                "describe",
                "What can be asked",
                "Tables and columns with their types, and whether scans read them fast. Call it first. Without a table it lists the tables"
                        + " and the first columns of each; with one, all its columns, or those whose names contain a text.",
                "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
                        + "\"table\":{\"type\":\"string\"},"
                        + "\"contains\":{\"type\":\"string\",\"description\":\"A part of a column's name.\"}}}");
        add(
                tools,
                "ask",
                "Ask in SQL",
                "One statement of PostgreSQL's SQL over the live matrix: SELECT, WITH, VALUES, or EXPLAIN. At most "
                        + ROWS
                        + " rows, or max_rows, and " + MAX_BYTES
                        + " bytes come back, and the answer says if there are more. Aggregate,"
                        + " filter and order in the statement.",
                "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"statement\"],\"properties\":{"
                        + "\"statement\":{\"type\":\"string\"},"
                        + "\"max_rows\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":" + MAX_ROWS + "}}}");
        add(
                tools,
                "entity",
                "Look one entity up",
                "The row of one entity by its key, which takes a millisecond.",
                "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"key\"],\"properties\":{"
                        + "\"key\":{\"type\":\"string\"},"
                        + "\"columns\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}");
        return result;
    }

    private static void add(ArrayNode tools, String name, String title, String description, String schema) {
        ObjectNode tool =
                tools.addObject().put("name", name).put("title", title).put("description", description);
        try {
            tool.set("inputSchema", JSON.readTree(schema));
        } catch (IOException defect) {
            throw new IllegalStateException(defect);
        }
        tool.putObject("annotations").put("readOnlyHint", true).put("openWorldHint", false);
    }

    /** The result of a call; has the field {@code invalid} if there is no such tool or argument. */
    ObjectNode call(JsonNode params, Asking asking) throws IOException {
        String name = params.path("name").asText();
        JsonNode arguments = params.path("arguments");
        ObjectNode[] answer = new ObjectNode[1];
        try {
            switch (name) {
                case "describe" -> asking.with(session -> answer[0] = describe(session, arguments));
                case "ask" -> asking.with(session -> answer[0] = ask(session, arguments));
                case "entity" -> asking.with(session -> answer[0] = entity(session, arguments));
                default -> {
                    return JSON.createObjectNode()
                            .put(
                                    "invalid",
                                    "There is no tool \"" + Spelling.shortened(name) + "\". "
                                            + Spelling.hint(name, List.of("describe", "ask", "entity")));
                }
            }
        } catch (Failure failure) {
            String place = failure.position() > 0 ? " (at character " + failure.position() + ")" : "";
            return result(failure.state().code() + ": " + failure.getMessage() + place, true);
        }
        return result(answer[0].toString(), false);
    }

    /** As text, which every agent's program shows to its model; as an object beside it, an answer would have twice its bytes. */
    private static ObjectNode result(String text, boolean isError) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result.put("isError", isError);
    }

    private static ObjectNode describe(RequestSession session, JsonNode arguments) {
        String table = arguments.path("table").asText("");
        String part = Names.folded(arguments.path("contains").asText(""));
        List<Object[]> rows = session.answer(
                        "SELECT table_name, column_name, data_type, is_kept FROM aim.columns"
                                + " WHERE ($1 = '' OR table_name = $1) AND position($2 IN column_name) > 0",
                        List.of(Names.folded(table), part))
                .rows();
        ObjectNode described = JSON.createObjectNode();
        ObjectNode tables = described.putObject("tables");
        int most = table.isEmpty() && part.isEmpty() ? 20 : Integer.MAX_VALUE;
        long bytes = 0;
        int leftOut = 0;
        for (Object[] row : rows) {
            ObjectNode columns =
                    tables.withObject("/" + ((String) row[0]).replace("~", "~0").replace("/", "~1"));
            bytes += ((String) row[1]).length() + ((String) row[2]).length() + 12;
            if (columns.size() >= most || bytes > MAX_BYTES) {
                leftOut++;
            } else {
                columns.put((String) row[1], row[2] + ((Boolean) row[3] ? "" : ", not kept: slow to scan"));
            }
        }
        if (leftOut > 0) {
            described.put(
                    "leftOut",
                    leftOut + " columns are left out. Give a table, or a part of the column's name as contains.");
        }
        described
                .putArray("examples")
                .add("SELECT count(*) FROM TABLE")
                .add("SELECT ATTRIBUTE, count(*), max(AGGREGATE) FROM TABLE GROUP BY 1 ORDER BY 2 DESC LIMIT 10");
        return described;
    }

    private ObjectNode ask(RequestSession session, JsonNode arguments) {
        String statement = arguments.path("statement").asText("").strip();
        int rows = Math.min(MAX_ROWS, Math.max(1, arguments.path("max_rows").asInt(ROWS)));
        String first = statement.split("\\s", 2)[0].toUpperCase(Locale.ROOT);
        if (UNLIMITED.contains(first)) {
            return answer(session.answer(statement, List.of()), rows);
        }
        // One row more shows that there are more, and partitions stop there.
        String limited = BEFORE + statement.replaceFirst(";\\s*$", "") + "\n) AS asked LIMIT " + (rows + 1);
        try {
            return answer(session.answer(limited, List.of()), rows);
        } catch (Failure failure) {
            throw failure.behind(-BEFORE.length());
        }
    }

    private ObjectNode entity(RequestSession session, JsonNode arguments) {
        List<String> columns = new ArrayList<>();
        arguments.path("columns").forEach(each -> columns.add(each.asText()));
        return answer(
                session.answer(
                        model.get().lookUp(columns),
                        List.of(arguments.path("key").asText())),
                1);
    }

    /** The length of a list and its comma as a text in JSON, where each quote has a backslash. */
    private static int escaped(ArrayNode values) {
        return JsonStringEncoder.getInstance().quoteAsString(values.toString()).length + 1;
    }

    /** As many rows as fit. */
    private static ObjectNode answer(RequestSession.Answer answer, int most) {
        ObjectNode node = JSON.createObjectNode();
        ArrayNode columns = node.putArray("columns");
        for (PgColumn column : answer.columns()) {
            columns.add(column.name());
        }
        ArrayNode rows = node.putArray("rows");
        long bytes = escaped(columns);
        for (Object[] row : answer.rows()) {
            ArrayNode values = JSON.createArrayNode();
            for (int i = 0; i < row.length; i++) {
                PgType type = answer.columns().get(i).type();
                if (row[i] == null) {
                    values.addNull();
                } else {
                    values.add(answer.texts().write(type, row[i]));
                }
            }
            bytes += escaped(values);
            if (rows.size() == most || bytes > MAX_BYTES - BYTES_OF_THE_REST) {
                node.put(
                        "truncated",
                        "There are more rows than these " + rows.size()
                                + ". Aggregate, filter, name fewer columns, or order and take the first.");
                break;
            }
            rows.add(values);
        }
        if (answer.answer() != null) {
            node.put("ageMs", answer.answer().timings().ageMicros() / 1_000);
        }
        return node;
    }
}
