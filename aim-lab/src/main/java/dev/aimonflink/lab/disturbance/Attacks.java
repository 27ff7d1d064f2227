package dev.aimonflink.lab.disturbance;

import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a hostile client does, by name: each attack has stopped others once, or could. */
final class Attacks {
    /** One of them, which ends by itself, or throws if the gateway closes its connection. */
    interface Attack {
        void by(HostileClient client) throws IOException, InterruptedException;
    }

    /** About the longest message. */
    private static final int LONGEST_PARAMETER = 16_000_000;

    private static final int PREVIEWS = 4;
    private static final int SOCKETS = 200;
    private static final int CURSORS = 1_000;
    private static final int CANCELS = 100;
    private static final int MANY = 1_500;

    private final String key;
    private final String table;
    private final Map<String, Attack> all = new LinkedHashMap<>();

    /** @param smallTopicOrNull a topic of small records, to which rules may write */
    Attacks(Model model, String smallTopicOrNull) {
        key = Names.snakeCase(model.event().key().name());
        table = MatrixTables.matrixNameOf(model);
        all.put("rules of its own", client -> client.put(rules(smallTopicOrNull)));
        addPreviews();
        addStatements();
        addStatementsOfGateway();
        all.put("sockets that send a byte", client -> client.hold(SOCKETS, socket -> socket.send(new byte[1])));
        all.put(
                "answers that nobody reads",
                client -> client.hold(4, socket -> {
                    socket.begin(HostileClient.USER);
                    socket.queryUnread("SELECT repeat('x', 250000) FROM generate_series(1, 1000)");
                }));
        all.put("cancels", client -> client.cancel(selfJoin(), CANCELS));
        all.put(
                "cursors of long parameters",
                client -> client.connect(socket -> {
                    byte[] parameter = new byte[LONGEST_PARAMETER];
                    Arrays.fill(parameter, (byte) 'x');
                    socket.query("BEGIN");
                    String outcome = HostileSocket.OK;
                    for (int i = 0; i < CURSORS && outcome.equals(HostileSocket.OK); i++) {
                        outcome = socket.query("DECLARE c" + i + " CURSOR FOR SELECT $1", parameter);
                    }
                    return outcome;
                }));
    }

    Map<String, Attack> all() {
        return all;
    }

    private void addPreviews() {
        addPreview("preview of 100 rules", key + "::text <> 'x'", 100);
        addPreview("preview of 1,000 rules", key + "::text <> 'x'", 1_000);
        addPreview("preview of dear rules", "length(repeat(" + key + "::text, 10000)) > 1", 100);
        addPreview("preview of a long name", "x".repeat(16_000) + " > 1", 1);
    }

    private void addPreview(String name, String when, int count) {
        List<byte[]> rules = IntStream.range(0, count)
                .mapToObj(i -> RuleJson.write(rule("preview-" + i, when, null)))
                .toList();
        all.put(name, client -> client.ask(PreviewRules.asked(rules), PREVIEWS));
    }

    private void addStatements() {
        addStatement("deep statement", "SELECT " + "(".repeat(MANY) + "1" + ")".repeat(MANY));
        addStatement(
                "long statement", "SELECT count(*) FROM " + table + " WHERE " + many(key + "::text <> 'x%d'", " AND "));
        addStatement("scan of long texts", "SELECT sum(length(repeat(" + key + "::text, 100000))) FROM " + table);
        addStatement(
                "scan of patterns",
                "SELECT count(*) FROM " + table + " WHERE repeat(" + key + "::text, 5000) ~ '(.*)*(x|y)*z$'");
        addStatement("self join", selfJoin());
        StringBuilder doubled = new StringBuilder("WITH c0 AS (SELECT 1 AS a)");
        for (int i = 1; i <= 28; i++) {
            doubled.append(", c%d AS (SELECT x.*, y.* FROM c%d x, c%d y)".formatted(i, i - 1, i - 1));
        }
        addStatement("doubled columns", doubled + " SELECT * FROM c28");
    }

    private String selfJoin() {
        return "SELECT count(*) FROM " + table + " a JOIN " + table + " b ON a." + key + " <> b." + key + " JOIN "
                + table + " c ON b." + key + " <> c." + key;
    }

    private static String many(String part, String between) {
        return IntStream.range(0, MANY).mapToObj(part::formatted).collect(Collectors.joining(between));
    }

    /** By both entrances. */
    private void addStatement(String name, String sql) {
        all.put(name, client -> client.ask(new AskedQuery("sql", Map.of("text", sql)), 1));
        addOfGateway(name + " by the gateway", sql);
    }

    private void addStatementsOfGateway() {
        addOfGateway("wide rows", "SELECT repeat('x', 1000000 - g) FROM generate_series(1, 3000) AS g");
        addOfGateway("long text", "SELECT string_agg(repeat('x', 1000000), '') FROM generate_series(1, 5000)");
        addOfGateway("product of catalogs", "SELECT 1 FROM pg_attribute a, pg_attribute b");
        addOfGateway("arrays of many", "SELECT array_agg(g) && array_agg(-g) FROM generate_series(1, 99999) AS g");
    }

    private void addOfGateway(String name, String sql) {
        all.put(name, client -> client.connect(socket -> socket.query(sql)));
    }

    /** They are judged and compared like all others. The first one's condition is false whether it ends or not. */
    private List<Rule> rules(String smallTopicOrNull) {
        String anybody = "length(" + key + "::text) >= 0";
        List<Rule> rules = new ArrayList<>();
        rules.add(rule("hostile-dear", "length(repeat(" + key + "::text, 200000)) < 0", null));
        rules.add(rule("hostile-failing", "1 / (length(" + key + "::text) - length(" + key + "::text)) = 1", null));
        rules.add(rule("hostile-anybody", anybody, null));
        if (smallTopicOrNull != null) {
            rules.add(rule(
                    "hostile-large",
                    anybody,
                    new Rule.NewEvent(smallTopicOrNull, key, Map.of("text", "rpad(" + key + "::text, 5000)"))));
        }
        return rules;
    }

    private static Rule rule(String id, String when, Rule.NewEvent eventOrNull) {
        return new Rule(
                id,
                when,
                Map.of(),
                new Every(Every.Period.DAY, false),
                null,
                Rule.Validity.ALWAYS,
                0,
                null,
                eventOrNull,
                false,
                true,
                false,
                Rule.Mute.NONE);
    }
}
