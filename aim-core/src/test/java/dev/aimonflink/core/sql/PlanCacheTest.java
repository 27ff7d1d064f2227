package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.QueryFailure;
import dev.aimonflink.core.query.Query;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlanCacheTest {
    private static final String TEXT = "SELECT count(*) FROM cards WHERE card_id < $1";

    private final SqlText sql = new SqlText(Payments.TABLES, AnswerLimits.USUAL);

    @Test
    void shouldPlanATextOnceForEachOfItsValues() {
        Query ofSeven = sql.query(TEXT, List.of(7L));
        assertThat(sql.query(TEXT, List.of(7L))).isSameAs(ofSeven);
        assertThat(sql.query(TEXT, List.of(8L))).isNotEqualTo(ofSeven);
        assertThat(sql.query(TEXT, Arrays.asList((Object) null)))
                .isNotEqualTo(ofSeven)
                .isSameAs(sql.query(TEXT, Arrays.asList((Object) null)));
    }

    @Test
    void shouldForgetWhatWasNotAskedForLongest() {
        Query first = sql.query(TEXT, List.of(-1L));
        Query second = sql.query(TEXT, List.of(-2L));
        for (long value = 0; value < PlanCache.MAX_TEXTS - 1; value++) {
            sql.query(TEXT, List.of(value));
            assertThat(sql.query(TEXT, List.of(-1L))).isSameAs(first);
        }
        assertThat(sql.query(TEXT, List.of(-2L))).isNotSameAs(second).isEqualTo(second);
    }

    @Test
    void shouldNotKeepLongTexts() {
        String space = " ".repeat(PlanCache.MAX_CHARACTERS - TEXT.length());
        assertThat(sql.query(TEXT + space, List.of(7L))).isSameAs(sql.query(TEXT + space, List.of(7L)));
        assertThat(sql.query(TEXT + space + " ", List.of(7L))).isNotSameAs(sql.query(TEXT + space + " ", List.of(7L)));
        String zeros = "0".repeat(PlanCache.MAX_CHARACTERS);
        assertThat(sql.query(TEXT, List.of(zeros))).isNotSameAs(sql.query(TEXT, List.of(zeros)));
    }

    @Test
    void shouldSayWhatIsWrongEachTime() {
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> sql.query("SELECT tire FROM cards", List.of()))
                    .isInstanceOf(QueryFailure.class)
                    .hasMessage("There is no column \"tire\". Did you mean 'tier'?");
        }
    }
}
