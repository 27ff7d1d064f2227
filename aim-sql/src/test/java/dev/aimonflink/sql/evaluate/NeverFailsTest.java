package dev.aimonflink.sql.evaluate;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NeverFailsTest {
    private static final Bound ONE = new Bound.Constant(1L, SqlType.INTEGER, 0);
    private static final Bound FIELD = new Bound.Field(Column.of("n", SqlType.BIGINT, 0), 0);
    private static final ConstantSet SET = new ConstantSet(List.of(1L, 2L));

    @Test
    void shouldFindThatTheOperandOfASetOfConstantsMayFail() {
        Bound quotient = new Bound.Arithmetic(BinaryOperator.DIVIDE, ONE, ONE, SqlType.INTEGER, 0);
        assertThat(NeverFails.is(new Bound.InSet(quotient, SET, 0))).isFalse();
        assertThat(NeverFails.is(new Bound.InSet(ONE, SET, 0))).isTrue();
    }

    @Test
    void shouldFindThatADivisorIsNeverZero() {
        Bound tiny = numeric(new BigDecimal("1e-400"));
        Bound zero = numeric(new BigDecimal("0.00"));
        Bound some = new Bound.Cast(FIELD, SqlType.NUMERIC, 0);
        assertThat(dividesSafely(some)).isFalse();
        assertThat(dividesSafely(zero)).isFalse();
        assertThat(dividesSafely(tiny)).isTrue();
        assertThat(dividesSafely(unless(some, zero))).isTrue();
        assertThat(dividesSafely(unless(some, tiny))).isFalse();
        assertThat(dividesSafely(unless(some, FIELD))).isFalse();
        assertThat(NeverFails.is(new Bound.Arithmetic(BinaryOperator.DIVIDE, ONE, ONE, SqlType.DOUBLE, 0)))
                .as("a quotient may be larger than every double")
                .isFalse();
    }

    @Test
    void shouldTellWhatIsBeyondARangeFromOtherFailures() {
        Bound sum = new Bound.Arithmetic(BinaryOperator.PLUS, FIELD, ONE, SqlType.BIGINT, 0);
        Bound rounded = new Bound.Call(Function.ROUND, List.of(FIELD), SqlType.NUMERIC, 0);
        Bound text = new Bound.Constant("x", SqlType.TEXT, 0);
        assertThat(Stream.of(sum, rounded, new Bound.Negation(FIELD, SqlType.BIGINT, 0)))
                .allMatch(NeverFails::isWithinRange)
                .noneMatch(NeverFails::is);
        assertThat(NeverFails.isWithinRange(new Bound.Arithmetic(BinaryOperator.DIVIDE, ONE, FIELD, SqlType.BIGINT, 0)))
                .isFalse();
        assertThat(NeverFails.isWithinRange(new Bound.Cast(text, SqlType.BIGINT, 0)))
                .isFalse();
    }

    private static boolean dividesSafely(Bound divisor) {
        return Stream.of(BinaryOperator.DIVIDE, BinaryOperator.MODULO)
                .map(operator -> new Bound.Arithmetic(operator, numeric(BigDecimal.TEN), divisor, SqlType.NUMERIC, 0))
                .map(NeverFails::is)
                .distinct()
                .reduce((first, second) -> {
                    throw new AssertionError("one of both fails");
                })
                .orElseThrow();
    }

    private static Bound numeric(BigDecimal value) {
        return new Bound.Constant(value, SqlType.NUMERIC, 0);
    }

    private static Bound unless(Bound value, Bound unwanted) {
        return new Bound.Call(Function.NULLIF, List.of(value, unwanted), SqlType.NUMERIC, 0);
    }
}
