package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.text.Statement;
import dev.aimonflink.sql.text.StatementParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UnlistedColumnsTest {
    private static final Table CARDS = new Table(
            "cards", columns("id", "cost", "secret", "n"), Map.of(), Set.of(2), Map.of("shop", "A shop is a field."));
    private static final Table COLUMNS =
            new Table("information_schema.columns", columns("table_name", "column_name"), Map.of());

    private static final Tables TABLES = new Tables() {
        @Override
        public Optional<Table> find(String name) {
            return List.of(CARDS, COLUMNS).stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst();
        }

        @Override
        public Collection<String> names() {
            return List.of(CARDS.name(), COLUMNS.name());
        }
    };

    private static List<Column> columns(String... names) {
        return IntStream.range(0, names.length)
                .mapToObj(i -> Column.of(names[i], SqlType.TEXT, i))
                .toList();
    }

    private static List<String> namesOf(String text) {
        Statement.Ask ask = (Statement.Ask) StatementParser.parse(text).get(0);
        return QueryBinder.bind(ask.query(), TABLES).plan().outputs().stream()
                .map(Output::name)
                .toList();
    }

    @Test
    void shouldLeaveThemOutOfAStar() {
        assertThat(namesOf("SELECT * FROM cards")).containsExactly("id", "cost", "n");
        assertThat(namesOf("SELECT c.* FROM public.cards c")).containsExactly("id", "cost", "n");
        assertThat(namesOf("TABLE cards")).containsExactly("id", "cost", "n");
        assertThat(namesOf("SELECT * FROM cards a JOIN cards b USING (id)"))
                .containsExactly("id", "cost", "n", "cost", "n");
    }

    @Test
    void shouldLeaveThemOutUnderAnotherName() {
        assertThat(namesOf("SELECT * FROM cards AS c(a, b, c)")).containsExactly("a", "b", "n");
        assertThat(namesOf("SELECT c FROM cards AS c(a, b, c)")).containsExactly("c");
    }

    @Test
    void shouldFindThemByTheirNames() {
        assertThat(namesOf("SELECT secret, cards.secret, public.cards.secret FROM cards WHERE secret = 'x'"))
                .containsExactly("secret", "secret", "secret");
    }

    @Test
    void shouldShowThemWhereAQueryNamesThem() {
        assertThat(namesOf("SELECT * FROM (SELECT secret FROM cards) AS q")).containsExactly("secret");
    }

    @Test
    void shouldExplainNamesThatAreNoColumns() {
        for (String text :
                List.of("SELECT shop FROM cards", "SELECT c.shop FROM cards c", "SELECT \"shop\" FROM cards")) {
            assertThatThrownBy(() -> namesOf(text))
                    .isInstanceOfSatisfying(SqlException.class, failure -> assertThat(failure.state())
                            .isEqualTo(SqlState.UNDEFINED_COLUMN))
                    .hasMessage("A shop is a field.");
        }
        assertThatThrownBy(() -> namesOf("SELECT shops FROM cards"))
                .hasMessage("There is no column \"shops\". Known are: id, cost, secret, n.");
    }

    @Test
    void shouldFindTablesOfTheCatalog() {
        assertThat(namesOf("SELECT * FROM information_schema.columns")).containsExactly("table_name", "column_name");
        assertThat(namesOf("SELECT columns.table_name, information_schema.columns.column_name,"
                        + " information_schema.columns.* FROM information_schema.columns"))
                .containsExactly("table_name", "column_name", "table_name", "column_name");
    }
}
