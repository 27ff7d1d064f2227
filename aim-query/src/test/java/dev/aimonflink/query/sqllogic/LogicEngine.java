package dev.aimonflink.query.sqllogic;

import java.util.List;

/** What answers queries over the tables of a file. */
public interface LogicEngine {
    /** Makes an engine for tables that do not change any more. */
    interface Factory {
        LogicEngine over(LogicTables tables);
    }

    Reply ask(String sql);

    /**
     * The answer to a query.
     *
     * @param rows null if it failed
     * @param state PostgreSQL's code of the error; null if there is none
     * @param message what the engine says of the error; null if there is none, or files have other words
     */
    record Reply(List<List<Object>> rows, String state, String message) {
        public static Reply of(List<List<Object>> rows) {
            return new Reply(rows, null, null);
        }

        public static Reply failed(String state, String message) {
            return new Reply(null, state, message);
        }

        public boolean isFailed() {
            return state != null;
        }
    }
}
