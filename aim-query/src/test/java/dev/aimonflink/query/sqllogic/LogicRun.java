package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicRecord.Question;
import dev.aimonflink.query.sqllogic.LogicRecord.Statement;
import dev.aimonflink.sql.SqlState;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Runs the records of one file: statements make tables, and an engine answers the queries over these. An arbiter is asked where an
 * answer is not that of the file.
 */
public final class LogicRun {
    private static final int MAX_SHOWN_VALUES = 30;

    /** What differs between messages of the same reason. */
    private static final Pattern NAMES = Pattern.compile("\"[^\"]*\"");

    /** Queries that fail here and not in PostgreSQL on purpose, each with the reason. */
    private static final Map<String, String> ON_PURPOSE = Map.of(
            "random/aggregates/slt_good_122.test:57257",
            "on purpose: conditions are tested in the order in which they are written");

    private final String file;
    private final LogicEngine.Factory engines;
    private final LogicEngine.Factory arbiters;
    private final LogicTally tally = new LogicTally();
    private final LogicTables tables = new LogicTables();
    private LogicEngine engine;
    private LogicEngine arbiter;

    private LogicRun(String file, LogicEngine.Factory engines, LogicEngine.Factory arbiters) {
        this.file = file;
        this.engines = engines;
        this.arbiters = arbiters;
    }

    /** @param arbiters null if the file is always right */
    public static LogicTally of(String file, BufferedReader lines, LogicSystem system, LogicEngine.Factory arbiters)
            throws IOException {
        return of(file, lines, system, arbiters, () -> true);
    }

    /** @param choice whether the next record is asked; those that make tables always run */
    public static LogicTally of(
            String file, BufferedReader lines, LogicSystem system, LogicEngine.Factory arbiters, BooleanSupplier choice)
            throws IOException {
        LogicRun run = new LogicRun(file, system.engines(), arbiters);
        LogicReader reader = new LogicReader(file, lines, system.name());
        for (LogicRecord record = reader.next(); record != null; record = reader.next()) {
            boolean makesTables = record instanceof Statement statement && statement.isOk();
            if (makesTables || choice.getAsBoolean()) {
                run.take(record);
            }
        }
        run.tally.endFile(reader.othersLeftOut());
        return run.tally;
    }

    private void take(LogicRecord record) {
        if (record instanceof Question question) {
            judge(question, engine().ask(question.sql()));
        } else if (((Statement) record).isOk()) {
            tables.run(record.sql());
            engine = null;
            arbiter = null;
        } else {
            LogicEngine.Reply answer = engine().ask(record.sql());
            String error = ((Statement) record).error();
            if (answer.isFailed() && isExpected(answer, error)) {
                tally.pass();
            } else {
                fail(record, error.isEmpty() ? "an error" : error, shown(answer));
            }
        }
    }

    private static boolean isExpected(LogicEngine.Reply answer, String error) {
        return answer.message() == null
                ? error.startsWith(answer.state())
                : shown(answer).toString().startsWith(error);
    }

    private LogicEngine engine() {
        if (engine == null) {
            engine = engines.over(tables);
        }
        return engine;
    }

    private LogicEngine arbiter() {
        if (arbiter == null) {
            arbiter = arbiters.over(tables);
        }
        return arbiter;
    }

    private void judge(Question question, LogicEngine.Reply reply) {
        if (reply.isFailed() && reply.state().equals(SqlState.NOT_SUPPORTED.code())) {
            tally.leaveOut(reason(reply));
        } else if (!reply.isFailed() && ShownValues.areExpected(question, reply.rows())) {
            tally.pass();
        } else {
            arbitrate(question, reply);
        }
    }

    /** Files have no errors, and other types of numbers than PostgreSQL. */
    private void arbitrate(Question question, LogicEngine.Reply reply) {
        if (arbiters == null) {
            fail(question, shown(question.expected()), shown(reply));
            return;
        }
        LogicEngine.Reply right = arbiter().ask(question.sql());
        boolean isSame = reply.isFailed()
                ? reply.state().equals(right.state())
                : !right.isFailed()
                        && ShownValues.exact(question, reply.rows()).equals(ShownValues.exact(question, right.rows()));
        if (isSame) {
            tally.agree();
        } else if (reply.isFailed() && ON_PURPOSE.containsKey(place(question))) {
            tally.leaveOut(ON_PURPOSE.get(place(question)));
        } else {
            fail(question, shown(question.expected()) + "\n  PostgreSQL has " + shown(right), shown(reply));
        }
    }

    private static Object shown(LogicEngine.Reply reply) {
        return reply.isFailed() ? reply.state() + " " + reply.message() : shown(reply.rows());
    }

    /** The first sentence of the message, without names. */
    private static String reason(LogicEngine.Reply reply) {
        String sentence = NAMES.matcher(reply.message()).replaceAll("\"...\"");
        int end = sentence.indexOf(". ");
        return reply.state() + " " + (end < 0 ? sentence : sentence.substring(0, end));
    }

    private static Object shown(LogicRecord.Expected expected) {
        return expected.md5() == null
                ? shown(expected.values())
                : expected.count() + " values hashing to " + expected.md5();
    }

    private static Object shown(List<?> values) {
        return values.size() <= MAX_SHOWN_VALUES ? values : values.subList(0, MAX_SHOWN_VALUES) + "...";
    }

    private void fail(LogicRecord record, Object expected, Object actual) {
        tally.fail("%s: %s\n  expected %s\n  but there is %s".formatted(place(record), record.sql(), expected, actual));
    }

    private String place(LogicRecord record) {
        return file + ":" + record.line();
    }
}
