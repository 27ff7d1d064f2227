package dev.aimonflink.testing;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Assertions about code that throws. */
public final class Failures {
    private Failures() {}

    /** Asserts that some code throws an exception of a type, and returns what else is to be asserted of it. */
    public static <T extends Throwable> AbstractThrowableAssert<?, T> assertFails(
            Class<T> type, ThrowingCallable code) {
        return assertThatThrownBy(code).asInstanceOf(InstanceOfAssertFactories.throwable(type));
    }
}
