package dev.aimonflink.clients.shell;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionTest {
    private final Completion completion = new Completion(Words.OF_CALLS);

    private List<String> words(String before) {
        return completion.of(before).words();
    }

    @Test
    void shouldCompleteColumnsFunctionsAndKeywords() {
        assertThat(words("SELECT total_cost_this")).containsExactly("total_cost_this_day", "total_cost_this_week");
        assertThat(words("select COU")).contains("country", "count(");
        assertThat(words("SELECT sum(total_cost_this_day) FRO")).containsExactly("FROM");
        assertThat(completion.of("SELECT 1 + tot").word()).isEqualTo("tot");
    }

    @Test
    void shouldOfferColumnsThatAreNotKeptWhereNoOtherBeginsSo() {
        ShownTable cards = new ShownTable(
                "cards",
                List.of(
                        new ShownColumn("sum_amount_this_day", "numeric", true, List.of("spent")),
                        new ShownColumn("sum_amount_this_week", "numeric", false, List.of("spent_this_week"))));
        KnownTables tables = new KnownTables() {
            @Override
            public List<ShownTable> tables() {
                return List.of(cards);
            }

            @Override
            public List<String> values(String name) {
                return List.of();
            }
        };
        Vocabulary vocabulary = new Vocabulary(() -> Optional.of(tables));
        assertThat(vocabulary.refresh()).isEmpty();
        Completion ofJob = new Completion(vocabulary);
        assertThat(ofJob.of("SELECT sum_").words()).containsExactly("sum_amount_this_day");
        assertThat(ofJob.of("SELECT cards.spe").words()).containsExactly("spent");
        assertThat(ofJob.of("SELECT sum_amount_this_w").words()).containsExactly("sum_amount_this_week");
        assertThat(ofJob.of("SELECT spent_").words()).containsExactly("spent_this_week");
    }

    @Test
    void shouldCompleteColumnsOfTheTableBeforeADot() {
        assertThat(words("SELECT count(*) FROM subscribers s JOIN regioninfo AS r ON s.zip = r.z"))
                .containsExactly("zip");
        assertThat(words("SELECT count(*) FROM subscribers s, regioninfo r WHERE R."))
                .contains("city", "zip")
                .doesNotContain("total_cost_this_day", "count(", "CASE");
        assertThat(words("SELECT regioninfo.ci")).containsExactly("city");
        assertThat(words("SELECT s.total_cost_this")).containsExactly("total_cost_this_day", "total_cost_this_week");
        assertThat(words("SELECT 1.")).contains("CASE");
    }

    @Test
    void shouldOfferNoOperatorAsAFunction() {
        assertThat(words("SELECT li")).containsExactly("LIKE", "LIMIT");
        assertThat(words("SELECT il")).containsExactly("ILIKE");
    }

    @Test
    void shouldCompleteTablesWhereATableIsNamed() {
        assertThat(words("SELECT 1 FROM su"))
                .containsExactly("subscribers", "subscriptiontype", "subscribercategory", "subscribervalue");
        assertThat(words("SELECT 1 FROM subscribers s JOIN reg")).containsExactly("regioninfo");
        assertThat(words("SELECT 1 FROM subscribers, reg")).containsExactly("regioninfo");
        assertThat(words("\\d sub")).contains("subscribers");
    }

    @Test
    void shouldCompleteValuesOfAColumn() {
        assertThat(words("SELECT 1 FROM subscribers WHERE country = 'Sw")).contains("Switzerland'");
        assertThat(words("SELECT 1 FROM subscribers s WHERE s.city IN ('Bern', 'Zu"))
                .containsExactly("Zurich'");
        assertThat(words("SELECT 1 FROM RegionInfo WHERE zip = 'CH-80")).contains("CH-8000'");
        assertThat(words("SELECT 1 FROM subscribers WHERE total_cost_this_day = 'x"))
                .isEmpty();
    }

    @Test
    void shouldCompleteNothingInOtherStrings() {
        assertThat(words("SELECT 'tot")).isEmpty();
    }

    @Test
    void shouldCompleteCommands() {
        assertThat(words("\\t")).containsExactly("\\timing");
    }
}
