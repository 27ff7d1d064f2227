package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.rows.RowEngine;
import dev.aimonflink.sql.rows.RowLimits;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NullOperandsTest {
    private static final Tables NO_TABLES = new Tables() {
        @Override
        public Optional<Table> find(String name) {
            return Optional.empty();
        }

        @Override
        public Collection<String> names() {
            return List.of();
        }
    };

    private static Object value(String expression) {
        String text = "SELECT " + expression + " FROM (VALUES (0)) AS t(zero)";
        Statement.Ask ask = (Statement.Ask) StatementParser.parse(text).get(0);
        return RowEngine.run(
                        QueryBinder.bind(ask.query(), NO_TABLES),
                        table -> List.of(),
                        new RowLimits(10, 10, 10),
                        StopCheck.NEVER)
                .rows()
                .get(0)[0];
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NULL <> 1 / zero",
                "1 / zero >= NULL",
                "1 / zero + NULL",
                "1 / zero * CAST(NULL AS INTEGER)",
                "-(CAST(NULL AS INTEGER)) - 1 / zero",
                "CAST(1 / zero + NULL AS NUMERIC)",
                "NOT (1 / zero = NULL)"
            })
    void shouldNotComputeWhatStandsBesideANull(String expression) {
        assertThat(value(expression)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 / zero", "coalesce(NULL, 1 / zero)", "1 / zero IS DISTINCT FROM NULL"})
    void shouldComputeWhatANullDoesNotDecide(String expression) {
        assertThatThrownBy(() -> value(expression)).isInstanceOf(SqlException.class);
    }

    @Test
    void shouldStillAnswerWithoutANull() {
        assertThat(value("1 + zero")).isEqualTo(1L);
    }
}
