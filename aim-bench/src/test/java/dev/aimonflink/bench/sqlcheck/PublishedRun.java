package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.QueryBinder;
import dev.aimonflink.sql.rows.RowAnswer;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.RowLimits;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Asks the row interpreter the queries of published files. Where it gives something else than a file says, PostgreSQL is asked: the
 * files were made with systems that divide by zero, and that have other types for averages.
 */
final class PublishedRun {
    static final String PASSED = "as the file says";
    static final String AS_POSTGRES = "other than the file says, as PostgreSQL";
    static final String REFUSED_AS_BY_POSTGRES = "refused, as by PostgreSQL";
    static final String CORRELATED = "out of scope: a correlated subquery";
    static final String REAL = "out of scope: the type REAL";

    static final String LEFT_OUT = "fails in what PostgreSQL's planner leaves out";

    private static final RowLimits LIMITS = new RowLimits(1_000_000, 10_000_000, 1_000_000);

    private final Connection postgres;
    private final Tally tally = new Tally();

    PublishedRun(Connection postgres) {
        this.postgres = postgres;
    }

    CheckReport report() {
        return tally.report();
    }

    void file(String name) {
        PublishedTables tables = new PublishedTables();
        PostgresArbiter arbiter = new PostgresArbiter(postgres);
        for (PublishedFile.Step step : PublishedFile.read(name)) {
            if (step instanceof PublishedFile.Query query) {
                tally.count(Tally.QUERIES);
                ask(name, query, tables, arbiter);
            } else if (tables.execute(step.text())) {
                arbiter.statement(step.text());
            } else {
                throw new IllegalArgumentException(name + " has a statement that is not understood: " + step.text());
            }
        }
    }

    private void ask(String file, PublishedFile.Query query, PublishedTables tables, PostgresArbiter arbiter) {
        try {
            RowAnswer answer = answer(query, tables);
            if (isSame(query, values(query, answer))) {
                tally.count(PASSED);
            } else {
                compare(file, query, ofRows(answer), arbiter);
            }
        } catch (SqlException refused) {
            if (refused.state() == SqlState.NOT_SUPPORTED
                    && refused.getMessage().contains("is of the query around this one")) {
                tally.count(CORRELATED);
            } else if (refused.state() == SqlState.NOT_SUPPORTED
                    && refused.getMessage().startsWith("The type real is not supported")) {
                tally.count(REAL);
            } else {
                compare(file, query, PostgresAnswer.failed(refused.state().code()), arbiter);
            }
        }
    }

    private void compare(String file, PublishedFile.Query query, PostgresAnswer ours, PostgresArbiter arbiter) {
        PostgresAnswer theirs = arbiter.ask(query.text());
        if (ours.error() != null && ours.error().equals(theirs.error())) {
            tally.count(REFUSED_AS_BY_POSTGRES);
        } else if (ours.error() == null
                && theirs.error() == null
                && ours.inAnyOrder().rows().equals(theirs.inAnyOrder().rows())) {
            tally.count(AS_POSTGRES);
        } else if (ours.error() != null && ours.error().startsWith("22") && theirs.error() == null) {
            tally.count(LEFT_OUT);
        } else {
            tally.differ(
                    file + ": " + query.text(),
                    "the file says %s, we %s, PostgreSQL %s".formatted(query.expected(), ours, theirs));
        }
    }

    private static PostgresAnswer ofRows(RowAnswer answer) {
        return new PostgresAnswer(
                List.of(),
                List.of(),
                answer.rows().stream()
                        .map(row -> Arrays.stream(row)
                                .map(value -> value instanceof BigDecimal exact
                                        ? exact.toPlainString()
                                        : String.valueOf(value))
                                .toList())
                        .toList(),
                null);
    }

    private static RowAnswer answer(PublishedFile.Query query, PublishedTables tables) {
        Statement.Ask ask = (Statement.Ask) StatementParser.parse(query.text()).get(0);
        PlannedQuery planned = QueryBinder.bind(ask.query(), tables);
        return RowEngine.run(planned, tables, LIMITS, StopCheck.NEVER);
    }

    /** The values in the form and the order of the file. */
    private static List<String> values(PublishedFile.Query query, RowAnswer answer) {
        List<List<String>> rows = new ArrayList<>();
        for (Object[] row : answer.rows()) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < row.length; i++) {
                values.add(shown(row[i], query.types().charAt(i)));
            }
            rows.add(values);
        }
        if (query.order().equals("rowsort")) {
            rows.sort(PublishedRun::compareRows);
        }
        List<String> values = new ArrayList<>();
        rows.forEach(values::addAll);
        if (query.order().equals("valuesort")) {
            values.sort(null);
        }
        return values;
    }

    private static int compareRows(List<String> a, List<String> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = a.get(i).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static String shown(Object value, char type) {
        if (value == null) {
            return "NULL";
        }
        return switch (type) {
            case 'I' -> value instanceof Number number ? String.valueOf(number.longValue()) : value.toString();
            case 'R' ->
                value instanceof Number number
                        ? String.format(Locale.ROOT, "%.3f", number.doubleValue())
                        : value.toString();
            default -> value.toString().isEmpty() ? "(empty)" : value.toString();
        };
    }

    private static boolean isSame(PublishedFile.Query query, List<String> values) {
        if (query.expected().size() == 1 && query.expected().get(0).contains(" values hashing to ")) {
            return query.expected().get(0).equals(values.size() + " values hashing to " + hash(values));
        }
        // A row may be written in one line.
        return String.join(" ", query.expected()).equals(String.join(" ", values));
    }

    private static String hash(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            values.forEach(value -> digest.update((value + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
