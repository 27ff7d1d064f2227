package dev.aimonflink.gateway.mcp;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.gateway.topics.AlertFeed;
import dev.aimonflink.gateway.topics.AlertFilter;
import dev.aimonflink.gateway.topics.RulesDesk;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.QuotedText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What an agent can do: see what there is, ask, look an entity or alerts up, and try rules. All is as the user may. A wrong statement is an
 * answer that says so, from which an agent learns; an answer that was cut says how to ask for less.
 */
public final class McpTools {
    /** An agent pays for each, and reads no more. */
    private static final int ROWS = 200;

    private static final int MAX_ROWS = 1_000;

    /** Of an answer: some ten thousand tokens. */
    static final int MAX_BYTES = 50_000;

    private static final int BYTES_OF_THE_REST = 1_000;

    /** The first values of texts, and examples. */
    private static final int BYTES_BESIDE_COLUMNS = 12_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> UNLIMITED = Set.of("EXPLAIN", "SHOW");
    private static final String BEFORE = "SELECT * FROM (";

    private static final int ALERTS = 20;
    private static final int DESCRIBED_TEXTS = 8;
    private static final int FIRST_VALUES = 5;
    private static final String RULES = "\"rules\"";
    private static final String PROPERTY_OF_RULES = RULES + ":{\"type\":\"string\",\"description\":\"YAML, such as:"
            + "\\n- id: dear-week\\n  when: total_cost_this_week > 100\\n  message: spent {total_cost_this_week} this week\"}";

    private final Supplier<JobModel> model;
    private final RulesDesk rules;
    private final AlertFeed alerts;
    private final Map<String, Tool> tools;

    /**
     * @param model of the job; fails if it has never answered
     * @param areShadowsPut whether there is a tool that puts rules whose effects are only counted
     */
    public McpTools(Supplier<JobModel> model, RulesDesk rules, AlertFeed alerts, boolean areShadowsPut) {
        this.model = model;
        this.rules = rules;
        this.alerts = alerts;
        tools = tools(areShadowsPut);
    }

    /** Runs in a session of the agent's user. */
    public interface Asking {
        void with(Step step) throws IOException;

        /** What is done there. */
        interface Step {
            void in(RequestSession session) throws IOException;
        }
    }

    /** Answers in a session. */
    private interface Work {
        ObjectNode in(RequestSession session, JsonNode arguments);
    }

    /** @param properties of its arguments, as JSON Schema has them */
    private record Tool(
            String title, String description, String required, String properties, boolean isReading, Work work) {}

    private Map<String, Tool> tools(boolean areShadowsPut) {
        Map<String, Tool> tools = new LinkedHashMap<>();
        tools.put(
                "describe",
                new Tool(
                        "What can be asked",
                        "Tables and columns with their types, units and meanings, and whether scans read them fast, and questions to begin with."
                                + " Call it first. Without a table it lists"
                                + " the tables and the first columns of each; with one, all its columns, or those whose names contain a"
                                + " text.",
                        "",
                        "\"table\":{\"type\":\"string\"},"
                                + "\"contains\":{\"type\":\"string\",\"description\":\"A part of a column's name.\"}",
                        true,
                        this::describe));
        tools.put(
                "ask",
                new Tool(
                        "Ask in SQL",
                        "One statement of PostgreSQL's SQL over the live matrix: SELECT, WITH, VALUES, or EXPLAIN for its plan. At most "
                                + ROWS + " rows, or max_rows, and " + MAX_BYTES
                                + " bytes come back, and the answer says if there are more. Aggregate, filter and order in the"
                                + " statement.",
                        "\"statement\"",
                        "\"statement\":{\"type\":\"string\"},"
                                + "\"max_rows\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":" + MAX_ROWS + "}",
                        true,
                        this::ask));
        tools.put(
                "entity",
                new Tool(
                        "Look one entity up",
                        "The row of one entity by its key, which takes a millisecond.",
                        "\"key\"",
                        "\"key\":{\"type\":\"string\"},\"columns\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
                        true,
                        this::entity));
        addRules(tools);
        if (areShadowsPut) {
            tools.put(
                    "put_shadow",
                    new Tool(
                            "Let a rule count in the shadow",
                            "Gives rules to the job as shadows: they judge each event from now on, and what they would do is only"
                                    + " counted. A person makes a rule real. See preview_rule for how rules are written.",
                            RULES,
                            PROPERTY_OF_RULES,
                            false,
                            (session, arguments) ->
                                    session.during("mcp: put_shadow", () -> putShadow(session, arguments))));
        }
        return tools;
    }

    private void addRules(Map<String, Tool> tools) {
        tools.put(
                "alerts",
                new Tool(
                        "What rules have fired",
                        "The newest alerts, of a rule, an entity's key or a state if given: when, which rule, for whom, what it says.",
                        "",
                        "\"rule\":{\"type\":\"string\"},\"key\":{\"type\":\"string\"},"
                                + "\"state\":{\"enum\":[\"firing\",\"resolved\"]},"
                                + "\"last\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":" + ROWS + "}",
                        true,
                        this::alerts));
        tools.put(
                "preview_rule",
                new Tool(
                        "For whom a rule is true now",
                        "For how many entities rules are true at this moment, and what their alerts would say. Nothing is written. The rules"
                                + " are a page of YAML: a list of mappings with id, when (a condition in SQL over columns), and message with"
                                + " expressions in braces.",
                        RULES,
                        PROPERTY_OF_RULES,
                        true,
                        (session, arguments) -> session.during(
                                "mcp: preview_rule", () -> rules.preview(session, text(arguments, "rules")))));
    }

    ObjectNode list() {
        ObjectNode result = JSON.createObjectNode();
        ArrayNode all = result.putArray("tools");
        tools.forEach((name, tool) -> {
            ObjectNode node =
                    all.addObject().put("name", name).put("title", tool.title).put("description", tool.description);
            node.set("inputSchema", schema(tool));
            node.putObject("annotations")
                    .put("readOnlyHint", tool.isReading)
                    .put("destructiveHint", false)
                    .put("openWorldHint", false);
        });
        return result;
    }

    private static JsonNode schema(Tool tool) {
        try {
            return JSON.readTree("{\"type\":\"object\",\"additionalProperties\":false,\"required\":[" + tool.required
                    + "],\"properties\":{" + tool.properties + "}}");
        } catch (IOException defect) {
            throw new IllegalStateException(defect);
        }
    }

    /** The result of a call; has the field {@code invalid} if there is no such tool or argument. */
    ObjectNode call(JsonNode params, Asking asking) throws IOException {
        String name = params.path("name").asText();
        Tool tool = tools.get(name);
        if (tool == null) {
            return JSON.createObjectNode()
                    .put(
                            "invalid",
                            "There is no tool \"" + Spelling.shortened(name) + "\". "
                                    + Spelling.hint(name, List.copyOf(tools.keySet())));
        }
        ObjectNode[] answer = new ObjectNode[1];
        String fault = ToolArguments.fault(schema(tool), params.path("arguments"));
        if (fault != null) {
            return result(fault, true);
        }
        try {
            asking.with(session -> answer[0] = tool.work.in(session, params.path("arguments")));
        } catch (SqlException refusal) {
            return result(refusal.state().code() + ": " + refusal.getMessage(), true);
        } catch (Failure failure) {
            String place = failure.position() > 0 ? " (at character " + failure.position() + ")" : "";
            return result(failure.state().code() + ": " + failure.getMessage() + place, true);
        }
        String text = answer[0].toString();
        int bytes = JsonStringEncoder.getInstance().quoteAsUTF8(text).length;
        return bytes > MAX_BYTES
                ? result(
                        "The answer has " + bytes + " bytes, more than the " + MAX_BYTES
                                + " that an agent gets. Ask for less: "
                                + "fewer rules, shorter messages, fewer columns.",
                        true)
                : result(text, false);
    }

    private static String text(JsonNode arguments, String name) {
        return arguments.path(name).asText("");
    }

    private static String textOrNull(JsonNode arguments, String name) {
        return arguments.path(name).asText(null);
    }

    private ObjectNode alerts(RequestSession session, JsonNode arguments) {
        session.asker().requireAllColumns();
        AlertFilter filter = AlertFilter.of(
                textOrNull(arguments, "rule"), textOrNull(arguments, "key"), textOrNull(arguments, "state"));
        int last = Math.min(ROWS, Math.max(1, arguments.path("last").asInt(ALERTS)));
        return session.during("mcp: alerts", () -> {
            alerts.open();
            List<String> newest = filter.newest(alerts, last);
            ObjectNode answer = JSON.createObjectNode();
            ArrayNode shown = answer.putArray("alerts");
            long bytes = 0;
            for (int i = newest.size() - 1; i >= 0; i--) {
                bytes += JsonStringEncoder.getInstance().quoteAsString(newest.get(i)).length + 1;
                if (bytes > MAX_BYTES - BYTES_OF_THE_REST) {
                    return answer.put(
                            "truncated",
                            "There are more than these newest " + shown.size()
                                    + ". Name a rule or a key, or ask for fewer.");
                }
                shown.insertRawValue(0, new RawValue(newest.get(i)));
            }
            return answer;
        });
    }

    private ObjectNode putShadow(RequestSession session, JsonNode arguments) {
        session.asker().require(Permission.RULES);
        session.asker().requireAllColumns();
        return rules.put(session, text(arguments, "rules"), new RulesDesk.Put("by an agent", false, false, true));
    }

    /** As text, which every agent's program shows to its model; as an object beside it, an answer would have twice its bytes. */
    private static ObjectNode result(String text, boolean isError) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result.put("isError", isError);
    }

    private ObjectNode describe(RequestSession session, JsonNode arguments) {
        String table = arguments.path("table").asText("");
        String part = Names.folded(arguments.path("contains").asText(""));
        List<Object[]> rows = session.look(
                "SELECT table_name, column_name, data_type, is_kept, description, unit FROM aim.columns"
                        + " WHERE ($1 = '' OR table_name = $1) AND position($2 IN column_name) > 0",
                Names.folded(table),
                part);
        if (rows.isEmpty() && !table.isEmpty() && part.isEmpty()) {
            throw Failure.of(
                    SqlState.UNDEFINED_TABLE,
                    "There is no table \"" + Spelling.shortened(table) + "\". Leave table out to see all.");
        }
        ObjectNode described = JSON.createObjectNode();
        ObjectNode tables = described.putObject("tables");
        int most = table.isEmpty() && part.isEmpty() ? 20 : Integer.MAX_VALUE;
        long bytes = 0;
        int leftOut = 0;
        for (Object[] row : rows) {
            ObjectNode columns =
                    tables.withObject("/" + ((String) row[0]).replace("~", "~0").replace("/", "~1"));
            String said = row[2]
                    + (row[5] == null ? "" : " in " + row[5])
                    + ((Boolean) row[3] ? "" : ", not always kept: the first question may be slow")
                    + (row[4] == null ? "" : ". " + row[4]);
            bytes += escaped(JSON.createArrayNode().add((String) row[1]).add(said));
            if (columns.size() >= most || bytes > MAX_BYTES - BYTES_BESIDE_COLUMNS) {
                leftOut++;
            } else {
                columns.put((String) row[1], said);
            }
        }
        if (leftOut > 0) {
            described.put(
                    "leftOut",
                    leftOut + " columns are left out. Give a table, or a part of the column's name as contains.");
        }
        if (!table.isEmpty()) {
            describeTexts(session, rows, described.putObject("values"));
        }
        ExampleQuestions.of(model.get(), model.get().matrix(), session).forEach(described.putArray("examples")::add);
        return described;
    }

    /** As a statement has the name of a table, perhaps with a schema. */
    private static String quoted(String table) {
        return Arrays.stream(table.split("\\.")).map(QuotedText::name).collect(Collectors.joining("."));
    }

    /** The first values of texts, so that an agent does not guess how they are written. */
    private static void describeTexts(RequestSession session, List<Object[]> rows, ObjectNode values) {
        rows.stream()
                .filter(row -> row[2].equals("text") && (Boolean) row[3])
                .limit(DESCRIBED_TEXTS)
                .forEach(row -> {
                    String column = QuotedText.name((String) row[1]);
                    ArrayNode first = values.putArray((String) row[1]);
                    try {
                        session.answer(
                                        "SELECT DISTINCT " + column + " FROM " + quoted((String) row[0]) + " WHERE "
                                                + column + " IS NOT NULL ORDER BY 1 LIMIT " + FIRST_VALUES,
                                        List.of())
                                .rows()
                                .forEach(value -> first.add(Spelling.shortened((String) value[0])));
                    } catch (Failure tooMany) {
                        // They only help, and a column may have more than are grouped.
                        values.remove((String) row[1]);
                    }
                });
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
                        model.get().lookUp(model.get().matrix(), columns),
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
