package dev.aimonflink.sql;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Assertions about statements that are refused. */
public final class Refusal {
    private Refusal() {}

    /** Asserts that something is refused with a state, at a character, with all of a message. */
    public static void assertRefused(SqlState state, int position, String message, ThrowingCallable asked) {
        assertRefused(state.code(), position, message, asked);
    }

    public static void assertRefused(String state, int position, String message, ThrowingCallable asked) {
        assertThat(refusal(state, message, asked).position()).as(message).isEqualTo(position);
    }

    public static void assertRefused(String state, String message, ThrowingCallable asked) {
        refusal(state, message, asked);
    }

    private static SqlException refusal(String state, String message, ThrowingCallable asked) {
        SqlException error = assertFails(SqlException.class, asked).actual();
        assertThat(error).hasMessage(message);
        assertThat(error.state().code()).as(message).isEqualTo(state);
        return error;
    }
}
