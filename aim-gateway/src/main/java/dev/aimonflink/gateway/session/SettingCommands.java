package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Token;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** SET, SHOW and RESET. */
final class SettingCommands {
    private static final Set<String> NOBODY = Set.of("none", "default");

    private final Settings settings;
    private final Transaction transaction;
    private final Consumer<String> warnings;

    SettingCommands(Settings settings, Transaction transaction, Consumer<String> warnings) {
        this.settings = settings;
        this.transaction = transaction;
        this.warnings = warnings;
    }

    SessionCommand set(StatementWords words) {
        boolean isLocal = words.accept("local");
        boolean isSession = !isLocal && words.accept("session");
        if (isSession && words.acceptAll("characteristics", "as", "transaction")) {
            return SessionCommand.of("SET", modes(words, true));
        } else if (!isSession && words.accept("transaction")) {
            Runnable modes = modes(words, false);
            return SessionCommand.of("SET", () -> {
                warnWithoutTransaction("SET TRANSACTION");
                modes.run();
            });
        } else if ((isSession && words.accept("authorization")) || words.accept("role")) {
            return role(words);
        } else if (words.acceptAll("time", "zone")) {
            return assignment(Settings.TIME_ZONE, values(words), isLocal);
        } else if (words.accept("names")) {
            return assignment("client_encoding", values(words), isLocal);
        }
        String name = words.dottedName("the name of a setting");
        if (!words.acceptSign("=")) {
            words.expect("to");
        }
        return assignment(name, values(words), isLocal);
    }

    private SessionCommand assignment(String name, String valueOrNull, boolean isLocal) {
        return SessionCommand.of("SET", () -> {
            if (isLocal) {
                warnWithoutTransaction("SET LOCAL");
            }
            if (valueOrNull == null) {
                settings.reset(name, isLocal);
            } else {
                settings.set(name, valueOrNull, isLocal);
            }
        });
    }

    private void warnWithoutTransaction(String statement) {
        if (!transaction.isShared()) {
            warnings.accept(statement + " can only be used in transaction blocks");
        }
    }

    private static SessionCommand role(StatementWords words) {
        String name = words.take("a name").text();
        words.expectEnd();
        return SessionCommand.of("SET", () -> {
            if (!NOBODY.contains(name)) {
                throw Failure.of(
                        SqlState.NOT_SUPPORTED,
                        "a connection cannot become another user here. Connect as \"" + name + "\".");
            }
        });
    }

    /** Null for DEFAULT. */
    private static String values(StatementWords words) {
        if (words.accept("default") || words.accept("local")) {
            words.expectEnd();
            return null;
        }
        List<String> values = new ArrayList<>();
        boolean isQuoted = false;
        do {
            String sign = words.acceptSign("-") ? "-" : "";
            Token value = words.take("a value");
            isQuoted = value.kind() == Token.Kind.QUOTED_NAME;
            values.add(sign + (isQuoted ? '"' + value.text() + '"' : value.text()));
        } while (words.acceptSign(","));
        words.expectEnd();
        String all = String.join(", ", values);
        return isQuoted && values.size() == 1 ? all.substring(1, all.length() - 1) : all;
    }

    /** The modes of a transaction, with or without commas. All transactions only read, whatever is written. */
    Runnable modes(StatementWords words, boolean isOfSession) {
        String level = null;
        while (!words.isEnd()) {
            if (words.acceptAll("isolation", "level")) {
                level = level(words);
            } else if (words.accept("read")) {
                if (!words.accept("only")) {
                    words.expect("write");
                }
            } else {
                words.accept("not");
                words.expect("deferrable");
            }
            words.acceptSign(",");
        }
        String isolation = level;
        return () -> {
            if (isolation != null) {
                settings.set(isOfSession ? Settings.DEFAULT_ISOLATION : Settings.ISOLATION, isolation, !isOfSession);
            }
        };
    }

    private static String level(StatementWords words) {
        String level = words.name("an isolation level");
        boolean hasTwoWords = level.equals("read") || level.equals("repeatable");
        return hasTwoWords ? level + " " + words.name("an isolation level") : level;
    }

    SessionCommand show(StatementWords words) {
        if (words.accept("all")) {
            words.expectEnd();
            return new SessionCommand(settings.all().columns(), values -> settings.all(), false);
        }
        String written = words.acceptAll("transaction", "isolation", "level") ? Settings.ISOLATION : name(words);
        words.expectEnd();
        String name = settings.requireName(written);
        List<PgColumn> columns = List.of(new PgColumn(name, PgType.TEXT));
        return new SessionCommand(
                columns,
                values -> new ResultRows("SHOW", columns, List.<Object[]>of(new Object[] {settings.shown(name)})),
                false);
    }

    private static String name(StatementWords words) {
        if (words.acceptAll("time", "zone")) {
            return Settings.TIME_ZONE;
        }
        return words.acceptAll("session", "authorization") ? Settings.USER : words.dottedName("the name of a setting");
    }

    SessionCommand reset(StatementWords words) {
        if (words.accept("all")) {
            words.expectEnd();
            return SessionCommand.of("RESET", settings::resetAll);
        }
        boolean isRole = words.accept("role") || words.acceptAll("session", "authorization");
        String name = isRole ? Settings.USER : name(words);
        words.expectEnd();
        return SessionCommand.of("RESET", () -> settings.reset(name, false));
    }
}
