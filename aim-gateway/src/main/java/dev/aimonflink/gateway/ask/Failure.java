package dev.aimonflink.gateway.ask;

import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import org.apache.kafka.common.errors.TimeoutException;

/** An error for the client, after which the connection goes on. */
public final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SqlState state;
    private final int position;

    /** @param position character of the text where the error begins, from 1 on; 0 for none */
    private Failure(SqlState state, String message, int position) {
        super(message, null, false, false);
        this.state = state;
        this.position = position;
    }

    public static Failure of(SqlState state, String message) {
        return new Failure(state, message, 0);
    }

    public static Failure of(SqlException failure) {
        return new Failure(failure.state(), failure.getMessage(), failure.position() + 1);
    }

    public static Failure of(QueryError error) {
        SqlState state = SqlState.ofCode(error.inSql().state()).orElse(SqlState.INTERNAL_ERROR);
        return new Failure(state, error.message(), error.inSql().position());
    }

    /** For a question that could not be sent. The asker may not be an operator, so it advises no operator's commands. */
    public static Failure unasked(Throwable failure) {
        return of(
                SqlState.CONNECTION_FAILURE,
                failure.getCause() instanceof TimeoutException
                        ? "The gateway reaches no Kafka broker. Ask again in a minute, and then the person who runs the gateway."
                        : failure.getMessage());
    }

    public SqlState state() {
        return state;
    }

    public int position() {
        return position;
    }

    /** The same error in a longer text, with {@code characters} more before it. */
    public Failure behind(int characters) {
        return position == 0 || characters == 0 ? this : new Failure(state, getMessage(), position + characters);
    }
}
