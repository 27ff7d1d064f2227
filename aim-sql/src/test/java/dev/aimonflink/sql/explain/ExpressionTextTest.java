package dev.aimonflink.sql.explain;

import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ExpressionTextTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("a", SqlType.INTEGER, 0),
            Column.of("b", SqlType.BIGINT, 1),
            Column.of("city", SqlType.TEXT, 2),
            Column.of("on", SqlType.BOOLEAN, 3),
            Column.of("at", SqlType.TIMESTAMP, 4));

    private static Bound bound(String condition) {
        return new Binder(new NamedColumns(COLUMNS, Map.of())).condition(ExpressionParser.parse(condition));
    }

    /** What is written means the same as what was read. */
    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
            a+1>b#(a + 1)::bigint > b
            a > 1 and (b < 2 or not "on")#(a > 1) AND ((b < 2) OR (NOT on))
            city like 'Z%' or city ilike '%a''b'#(city LIKE 'Z%') OR (city ILIKE '%a''b')
            city ~ 'Z.*' or city !~* city#(city ~ 'Z.*') OR (NOT (city ~* city))
            a in (1, 2)#a IN (1, 2)
            a in (1, 2, 3, 4, 5, 6, 7)#a IN (1, 2, 3, 4, 5, ... 2 more)
            "on" is not true#NOT (on IS TRUE)
            city is null and at is not null#(city IS NULL) AND (at IS NOT NULL)
            case when a > 1 then true else "on" end#CASE WHEN a > 1 THEN TRUE ELSE on END
            coalesce(city, 'x') = upper(city) || ''#coalesce(city, 'x') = (upper(city) || '')
            at > '2026-11-20T08:00:00Z'#at > timestamp with time zone '2026-11-20T08:00:00Z'
            -a < 3#(-a) < 3
            a is distinct from b#NOT (a::bigint IS NOT DISTINCT FROM b)
            """)
    void shouldWriteConditionsAsSql(String condition, String text) {
        List<String> names = COLUMNS.stream().map(Column::name).toList();
        assertThat(new ExpressionText(names).of(bound(condition))).isEqualTo(text);
    }
}
