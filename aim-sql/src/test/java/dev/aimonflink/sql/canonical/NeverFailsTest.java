package dev.aimonflink.sql.canonical;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.ConstantSet;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.text.BinaryOperator;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NeverFailsTest {
    private static final Bound ONE = new Bound.Constant(1L, SqlType.INTEGER, 0);
    private static final ConstantSet SET = new ConstantSet(List.of(1L, 2L));

    @Test
    void shouldFindThatTheOperandOfASetOfConstantsMayFail() {
        Bound quotient = new Bound.Arithmetic(BinaryOperator.DIVIDE, ONE, ONE, SqlType.INTEGER, 0);
        assertThat(NeverFails.is(new Bound.InSet(quotient, SET, 0))).isFalse();
        assertThat(NeverFails.is(new Bound.InSet(ONE, SET, 0))).isTrue();
    }
}
