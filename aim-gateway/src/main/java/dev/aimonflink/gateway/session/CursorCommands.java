package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Token;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** DECLARE, FETCH, MOVE and CLOSE. */
final class CursorCommands {

    private final SessionState state;
    private final Planning planning;

    /** Plans the text of a query, with the known types of its parameters. */
    @FunctionalInterface
    interface Planning {
        Planned plan(StatementWords.Inner text, List<PgType> given);
    }

    CursorCommands(SessionState state, Planning planning) {
        this.state = state;
        this.planning = planning;
    }

    /** @param given the types of parameters, as far as the client says them */
    SessionCommand declare(StatementWords words, List<PgType> given) {
        String name = words.name("a name for the cursor");
        boolean isBinary = false;
        while (!words.isNext("cursor")) {
            Token option = words.take("CURSOR");
            isBinary |= option.isWord("binary");
            if (!List.of("binary", "insensitive", "asensitive", "no", "scroll").contains(option.text())) {
                throw words.unexpected("CURSOR");
            }
        }
        words.expect("cursor");
        boolean isHeld = words.acceptAll("with", "hold");
        if (!isHeld) {
            words.acceptAll("without", "hold");
        }
        words.expect("for");
        Planned query = planning.plan(words.rest(), given);
        List<Format> formats = List.of(isBinary ? Format.BINARY : Format.TEXT);
        Function<List<Object>, ResultRows> effect = values -> {
            if (!isHeld) {
                state.transaction().requireShared("DECLARE CURSOR");
            }
            Portal cursor = new Portal(name, query, "", values, bytesOf(values), formats, isHeld);
            state.portals().add(cursor);
            cursor.begin();
            cursor.ran(query.run(values));
            state.portals().requireRoom();
            return ResultRows.none("DECLARE CURSOR");
        };
        return new SessionCommand(null, query.parameters(), effect, false);
    }

    private static long bytesOf(List<Object> values) {
        return ResultRows.bytesOf(values.toArray());
    }

    SessionCommand fetch(StatementWords words) {
        Movement movement = Movement.of(words);
        Portal known = state.portals().get(movement.cursor());
        List<PgColumn> columns = known == null || known.planned() == null ? null : known.columns();
        return new SessionCommand(columns, values -> fetched(movement), false);
    }

    private ResultRows fetched(Movement movement) {
        Portal cursor = findWithRows(movement.cursor());
        return new ResultRows("FETCH", cursor.columns(), movement.in(cursor));
    }

    private Portal find(String name) {
        return state.portals().find(name, "cursor");
    }

    /** A cursor with its rows; or a bound portal, which runs now if it has not yet. */
    private Portal findWithRows(String name) {
        Portal cursor = find(name);
        boolean hasRows = cursor.planned() != null && cursor.columns() != null;
        if (hasRows && !cursor.hasBegun()) {
            cursor.begin();
            cursor.ran(cursor.planned().run(cursor.values()));
            state.portals().requireRoom();
        }
        if (!hasRows || cursor.rows() == null) {
            throw Failure.of(SqlState.NOT_IN_STATE, "portal \"" + name + "\" cannot be run");
        }
        return cursor;
    }

    SessionCommand move(StatementWords words) {
        Movement movement = Movement.of(words);
        return new SessionCommand(
                null,
                values -> ResultRows.none(
                        "MOVE " + movement.in(findWithRows(movement.cursor())).size()),
                false);
    }

    SessionCommand close(StatementWords words) {
        if (words.accept("all")) {
            words.expectEnd();
            return SessionCommand.of("CLOSE CURSOR ALL", state.portals()::closeAll);
        }
        String name = words.name("the name of a cursor");
        words.expectEnd();
        return SessionCommand.of("CLOSE CURSOR", () -> {
            Portal unused = find(name);
            state.portals().close(name);
        });
    }

    /**
     * Which rows are wanted. Rows are numbered from 1 on; a cursor is on a row, before the first, or behind the last. Its {@linkplain
     * Portal#position() position} is the number of its row.
     *
     * @param count number of rows, negative for backward; a row number if absolute
     */
    private record Movement(Kind kind, long count, String cursor) {
        private enum Kind {
            MANY,
            RELATIVE,
            ABSOLUTE
        }

        static Movement of(StatementWords words) {
            Movement direction = direction(words);
            if (!words.accept("from")) {
                words.accept("in");
            }
            String cursor = words.name("the name of a cursor");
            words.expectEnd();
            return new Movement(direction.kind, direction.count, cursor);
        }

        private static Movement direction(StatementWords words) {
            if (words.accept("next")) {
                return new Movement(Kind.MANY, 1, "");
            } else if (words.accept("prior")) {
                return new Movement(Kind.MANY, -1, "");
            } else if (words.accept("first")) {
                return new Movement(Kind.ABSOLUTE, 1, "");
            } else if (words.accept("last")) {
                return new Movement(Kind.ABSOLUTE, -1, "");
            } else if (words.accept("absolute")) {
                return new Movement(Kind.ABSOLUTE, number(words), "");
            } else if (words.accept("relative")) {
                return new Movement(Kind.RELATIVE, number(words), "");
            } else if (words.accept("backward")) {
                return new Movement(Kind.MANY, -amount(words), "");
            }
            words.accept("forward");
            return new Movement(Kind.MANY, amount(words), "");
        }

        private static long amount(StatementWords words) {
            if (words.accept("all")) {
                return Integer.MAX_VALUE;
            }
            return words.isNextNumber() || words.isNextSign("-") ? number(words) : 1;
        }

        private static long number(StatementWords words) {
            boolean isNegative = words.acceptSign("-");
            Token digits = words.take("a number");
            if (digits.kind() != Token.Kind.NUMBER || !digits.text().matches("\\d{1,9}")) {
                throw Failure.of(
                        SqlState.SYNTAX_ERROR,
                        "the number of rows \"" + digits.text() + "\" is none. Write 1 or more.");
            }
            long number = Long.parseLong(digits.text());
            return isNegative ? -number : number;
        }

        List<Object[]> in(Portal cursor) {
            return switch (kind) {
                case MANY -> many(cursor);
                case RELATIVE -> one(cursor, cursor.position() + count);
                case ABSOLUTE -> one(cursor, count < 0 ? cursor.size() + 1 + count : count);
            };
        }

        private List<Object[]> many(Portal cursor) {
            List<Object[]> found = new ArrayList<>();
            if (count == 0) {
                return one(cursor, cursor.position());
            }
            int step = count > 0 ? 1 : -1;
            int place = cursor.position();
            for (long left = Math.abs(count); left > 0 && place * step <= (step > 0 ? cursor.size() : 0); left--) {
                place = Math.max(0, Math.min(cursor.size() + 1, place + step));
                if (place >= 1 && place <= cursor.size()) {
                    found.add(cursor.rows().rows().get(place - 1));
                } else {
                    break;
                }
            }
            cursor.moveTo(place);
            return found;
        }

        private static List<Object[]> one(Portal cursor, long wanted) {
            int place = (int) Math.max(0, Math.min(cursor.size() + 1L, wanted));
            cursor.moveTo(place);
            return place >= 1 && place <= cursor.size()
                    ? List.<Object[]>of(cursor.rows().rows().get(place - 1))
                    : List.of();
        }
    }
}
