package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Query;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

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

    /** Heavy queries displace one another, and no light ones. */
    @Test
    void shouldKeepWhatIsLongOrHeavyInAPlaceOfItsOwn() {
        Query light = sql.query(TEXT, List.of(7L));
        String zeros = "0".repeat(PlanCache.MAX_CHARACTERS);
        Query first = sql.query(TEXT, List.of(zeros + "0"));
        assertThat(sql.query(TEXT, List.of(zeros + "0"))).isSameAs(first);
        for (int digit = 1; digit * PlanWeight.of(first) + digit * 80L < 2 * PlanCache.MAX_HEAVY_PARTS; digit++) {
            sql.query(TEXT, List.of(zeros + digit));
        }
        assertThat(sql.query(TEXT, List.of(zeros + "0"))).isNotSameAs(first).isEqualTo(first);
        assertThat(sql.query(TEXT, List.of(7L))).isSameAs(light);
    }

    /** All columns some times over, which are different parts. */
    private static String wide(int times, int number) {
        String all = "SELECT * FROM cards WHERE card_id = " + number;
        return all + (" UNION ALL " + all).repeat(times - 1);
    }

    @Test
    void shouldForgetHeavyPlansFirst() {
        long once = PlanWeight.of(sql.query(wide(1, 0), List.of()));
        long twice = PlanWeight.of(sql.query(wide(2, 0), List.of()));
        int most = (int) (1 + (PlanCache.MAX_PARTS_OF_ONE - once) / (twice - once));
        Query light = sql.query(wide(most, 0), List.of());
        Query heavy = sql.query(wide(most + 1, 0), List.of());
        assertThat(PlanWeight.of(light)).isLessThanOrEqualTo(PlanCache.MAX_PARTS_OF_ONE);
        assertThat(PlanWeight.of(heavy)).isGreaterThan(PlanCache.MAX_PARTS_OF_ONE);
        for (int number = 1; number <= PlanCache.MAX_HEAVY_PARTS / PlanCache.MAX_PARTS_OF_ONE; number++) {
            sql.query(wide(most + 1, number), List.of());
        }
        assertThat(sql.query(wide(most + 1, 0), List.of())).isNotSameAs(heavy).isEqualTo(heavy);
        assertThat(sql.query(wide(most, 0), List.of())).isSameAs(light);
    }

    @Test
    void shouldForgetPlansThatAreTooHeavyTogether() {
        long parts = PlanWeight.of(sql.query(wide(5, 0), List.of()));
        int most = (int) (PlanCache.MAX_PARTS / parts);
        Query first = sql.query(wide(5, 1), List.of());
        for (int number = 2; number <= most; number++) {
            sql.query(wide(5, number), List.of());
        }
        assertThat(sql.query(wide(5, 1), List.of())).isSameAs(first);
        for (int number = most + 1; number <= 2 * most; number++) {
            sql.query(wide(5, number), List.of());
        }
        assertThat(sql.query(wide(5, 1), List.of())).isNotSameAs(first).isEqualTo(first);
    }

    @Test
    void shouldCountTheValuesOfSets() {
        String numbers = "SELECT count(*) FROM cards WHERE card_id IN (0" + ", 1%d".repeat(500) + ")";
        Object[] different = IntStream.range(0, 500).boxed().toArray();
        assertThat(PlanWeight.of(sql.query(numbers.formatted(different), List.of())))
                .isGreaterThan(500 + PlanWeight.of(sql.query("SELECT count(*) FROM cards", List.of())));
    }

    @Test
    void shouldCountTheValuesOfArrays() {
        String array =
                "SELECT count(*) FROM cards WHERE card_id = ANY (string_to_array(repeat('1,', %d) || '1', ',')::int[])";
        long ofOne = PlanWeight.of(sql.query(array.formatted(0), List.of()));
        assertThat(PlanWeight.of(sql.query(array.formatted(1_000), List.of()))).isGreaterThan(500 + ofOne);
        assertThat(PlanWeight.of(sql.query(array.formatted(30_000), List.of())))
                .as("what is made in each row")
                .isLessThan(30_000);
    }

    @Test
    void shouldSayWhatIsWrongEachTime() {
        for (int time = 0; time < 2; time++) {
            assertFails(QueryFailure.class, () -> sql.query("SELECT tire FROM cards", List.of()))
                    .hasMessage("There is no column \"tire\". Did you mean 'tier'?");
        }
    }
}
