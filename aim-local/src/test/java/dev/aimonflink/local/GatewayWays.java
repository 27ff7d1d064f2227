package dev.aimonflink.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.http.HttpJob;
import dev.aimonflink.gateway.http.HttpPort;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;

/** A gateway before a job, asked by HTTP and by PostgreSQL's protocol. What it answers has to be what the job answers over Kafka. */
final class GatewayWays implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final Pattern TIME =
            Pattern.compile("(?<date>-?\\d{4}-\\d\\d-\\d\\d)([T ](?<time>[\\d:.]+))?(\\+00|Z)?( BC)?");

    private final OpenGateway gateway;
    private final HttpPort port;
    private final String bearer;
    private final Connection connection;
    private final HttpClient client = HttpClient.newHttpClient();

    /**
     * What a way has answered.
     *
     * @param state PostgreSQL's code of the error; empty if there is none
     * @param lines of the answer, in any order
     */
    private record Answer(String state, List<String> lines) {
        static Answer of(String csv) {
            return new Answer("", csv.lines().sorted().toList());
        }

        static Answer failed(String state) {
            return new Answer(state, List.of());
        }
    }

    GatewayWays(dev.aimonflink.clients.Connection kafka, Topics topics) throws IOException, SQLException {
        gateway = OpenGateway.atLoopback(kafka, topics, 0);
        port = HttpPort.atLoopback(gateway, HttpJob.of(kafka, topics), 0, "aim test");
        bearer = "Bearer " + port.token();
        Waiting.until(() -> gateway.fault() == null, DEADLINE);
        connection = DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + gateway.port() + "/aim?user=aim&options=-c%20TimeZone=UTC");
    }

    /** What is not the same in all ways; empty if nothing. */
    List<String> differences(String sql, QueryResult byKafka) throws SQLException, IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        Answer kafka = byKafka.error() == null
                ? new Answer("", sorted(rows(byKafka)))
                : Answer.failed(byKafka.error().inSql().state());
        Answer byRows = byRows(sql, byKafka.types());
        if (!kafka.equals(byRows)) {
            differences.add("Kafka has " + kafka + ", PostgreSQL's protocol " + byRows + ": " + sql);
        }
        Answer byJson = byJson(sql, byKafka.types());
        if (!byJson.equals(byRows)) {
            differences.add("HTTP's JSON has " + byJson + ", PostgreSQL's protocol " + byRows + ": " + sql);
        }
        Answer byHttp = byHttp(sql);
        Answer byCopy = byRows.state().isEmpty() ? byCopy(sql) : byRows;
        if (!byHttp.equals(byCopy)) {
            differences.add("HTTP has " + byHttp + ", PostgreSQL's protocol " + byCopy + ": " + sql);
        }
        return differences;
    }

    private HttpResponse<String> ask(String sql, String accepted) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port.port() + "/v1/sql?numbers=text"))
                .timeout(DEADLINE)
                .header("Authorization", bearer)
                .header("Content-Type", "text/plain")
                .header("Accept", accepted)
                .POST(HttpRequest.BodyPublishers.ofString(sql))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private Answer byJson(String sql, List<String> types) throws IOException, InterruptedException {
        HttpResponse<String> response = ask(sql, "application/json");
        JsonNode answer = JSON.readTree(response.body());
        if (response.statusCode() != 200) {
            return Answer.failed(answer.at("/error/sqlState").textValue());
        }
        List<List<Object>> rows = new ArrayList<>();
        for (JsonNode row : answer.get("rows")) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(value(text(row.get(i)), i < types.size() ? types.get(i) : ""));
            }
            rows.add(values);
        }
        return new Answer("", sorted(rows));
    }

    /** As PostgreSQL writes it, of which JSON has arrays and truths in forms of its own. */
    private static String text(JsonNode value) {
        if (!value.isArray()) {
            return value.isNull() ? null : value.isBoolean() ? value.asText().substring(0, 1) : value.asText();
        }
        StringJoiner elements = new StringJoiner(",", "{", "}");
        for (JsonNode each : value) {
            String text = text(each);
            boolean isQuoted = text != null && !each.isArray() && text.matches("(?is)|null|.*[{},\"\\\\\\s].*");
            elements.add(text == null ? "NULL" : isQuoted ? '"' + text.replaceAll("([\"\\\\])", "\\\\$1") + '"' : text);
        }
        return elements.toString();
    }

    private Answer byHttp(String sql) throws IOException, InterruptedException {
        HttpResponse<String> response = ask(sql, "text/csv");
        return response.statusCode() == 200
                ? Answer.of(response.body())
                : Answer.failed(
                        JSON.readTree(response.body()).at("/error/sqlState").textValue());
    }

    private Answer byCopy(String sql) throws IOException {
        String query = sql.replaceFirst("[;\\s]*$", "");
        StringWriter csv = new StringWriter();
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyOut("COPY (" + query + "\n) TO STDOUT (FORMAT csv, HEADER)", csv);
            return Answer.of(csv.toString());
        } catch (SQLException failure) {
            return Answer.failed(failure.getSQLState());
        }
    }

    private Answer byRows(String sql, List<String> types) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            List<List<Object>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    List<Object> row = new ArrayList<>();
                    for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                        row.add(value(result.getString(i), i <= types.size() ? types.get(i - 1) : ""));
                    }
                    rows.add(row);
                }
            }
            return new Answer("", sorted(rows));
        } catch (SQLException failure) {
            return Answer.failed(failure.getSQLState());
        }
    }

    private static List<List<Object>> rows(QueryResult result) {
        return result.rows().stream()
                .map(row -> {
                    List<Object> values = new ArrayList<>();
                    for (int i = 0; i < row.size(); i++) {
                        values.add(value(
                                Objects.toString(row.get(i), null),
                                result.types().get(i)));
                    }
                    return values;
                })
                .toList();
    }

    /** The value of a text, which JSON and PostgreSQL write in different forms. */
    private static Object value(String text, String type) {
        if (text == null) {
            return "null";
        }
        return switch (type) {
            case "boolean" -> text.startsWith("t");
            case "double precision" -> Double.valueOf(text);
            case "real" -> Float.valueOf(text);
            case "numeric" -> text.contains("N") || text.contains("I") ? text : new BigDecimal(text).toPlainString();
            case "date", "timestamp without time zone", "timestamp with time zone" -> time(text);
            default -> "'" + text + "'";
        };
    }

    private static Object time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return text;
        }
        LocalDateTime at =
                LocalDateTime.parse(time.group("date") + "T" + Objects.requireNonNullElse(time.group("time"), "00:00"));
        // ISO has a year 0.
        return text.endsWith("BC") ? at.withYear(1 - at.getYear()) : at;
    }

    private static List<String> sorted(List<List<Object>> rows) {
        return rows.stream().map(Object::toString).sorted().collect(Collectors.toList());
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            port.close();
            gateway.close();
        }
    }
}
