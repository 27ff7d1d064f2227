package dev.aimonflink.gateway.relation;

import dev.aimonflink.query.sqllogic.Engine;
import dev.aimonflink.query.sqllogic.LogicEngine;
import dev.aimonflink.query.sqllogic.LogicEngine.Reply;
import dev.aimonflink.query.sqllogic.LogicRecord.Order;
import dev.aimonflink.query.sqllogic.LogicSystem;
import dev.aimonflink.query.sqllogic.LogicTables;
import dev.aimonflink.query.sqllogic.PostgresArbiter;
import dev.aimonflink.query.sqllogic.ShownValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes records of the statements that stand alone in a file, with the answers of PostgreSQL, and says {@code skipif} where one of ours has
 * another answer. What is a record already stays as it is.
 */
final class StatementAnswers implements AutoCloseable {
    private static final String CREATES = "statement ok\n";
    private static final Pattern ALONE = Pattern.compile("(?is)(#[^\\n]*\\n)*(SELECT|WITH|VALUES|TABLE|\\().*");
    private static final Pattern COMMENTS = Pattern.compile("(#[^\\n]*\\n)*");
    private static final Pattern IS_ORDERED = Pattern.compile("(?is).*\\bORDER BY\\b[^()]*");

    private final PostgresArbiter postgres = new PostgresArbiter();
    private final List<LogicSystem> own =
            List.of(Engine.ROWS.system(), Engine.PARTITIONS.system(), RelationsEngine.SYSTEM);
    private final LogicTables tables = new LogicTables();
    private final Map<String, LogicEngine> engines = new LinkedHashMap<>();
    private LogicEngine right;

    static void write(Path file) throws IOException {
        try (StatementAnswers answers = new StatementAnswers()) {
            List<String> records = new ArrayList<>();
            for (String record : Files.readString(file).strip().split("\n\\s*\n")) {
                records.add(answers.record(record));
            }
            Files.writeString(file, String.join("\n\n", records) + "\n");
        }
    }

    @Override
    public void close() {
        postgres.close();
    }

    private String record(String written) {
        if (written.startsWith(CREATES)) {
            tables.run(written.substring(CREATES.length()));
            right = null;
        }
        if (!ALONE.matcher(written).matches()) {
            return written;
        }
        if (right == null) {
            right = postgres.over(tables);
            own.forEach(system -> engines.put(system.name(), system.engines().over(tables)));
        }
        String sql = COMMENTS.matcher(written).replaceFirst("");
        Reply answer = right.ask(sql);
        Order order = isOrdered(sql, answer) ? Order.NOSORT : Order.ROWSORT;
        StringBuilder record = new StringBuilder(written.substring(0, written.length() - sql.length()));
        engines.forEach((name, engine) -> {
            Reply ours = engine.ask(sql);
            if (!shown(ours, order).equals(shown(answer, order))) {
                record.append("skipif ").append(name).append('\n');
                System.out.println(name + " has " + shown(ours, order) + ", not " + shown(answer, order) + ": " + sql);
            }
        });
        return record.append(answer.isFailed() ? failing(answer, sql) : answered(answer, order, sql))
                .toString();
    }

    private static boolean isOrdered(String sql, Reply answer) {
        return answer.isFailed()
                || answer.rows().size() < 2
                || IS_ORDERED.matcher(sql).matches();
    }

    private static String failing(Reply answer, String sql) {
        return "statement error " + answer.state() + "\n" + sql;
    }

    private static String answered(Reply answer, Order order, String sql) {
        int width = answer.rows().isEmpty() ? 1 : answer.rows().get(0).size();
        String values = String.join("\n", ShownValues.exact(order, answer.rows()));
        return "query " + "T".repeat(width)
                + (order == Order.NOSORT ? "" : " " + order.name().toLowerCase(Locale.ROOT)) + "\n" + sql + "\n----"
                + (values.isEmpty() ? "" : "\n" + values);
    }

    private static String shown(Reply reply, Order order) {
        return reply.isFailed()
                ? reply.state()
                : ShownValues.exact(order, reply.rows()).toString();
    }
}
