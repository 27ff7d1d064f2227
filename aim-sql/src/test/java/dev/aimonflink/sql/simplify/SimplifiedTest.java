package dev.aimonflink.sql.simplify;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.ShownPlan;
import dev.aimonflink.sql.plan.SmallSchema;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SimplifiedTest {
    private static final int CONDITIONS = 2_000;
    private static final Plan ONE_ROW = new Plan.Values(List.of(List.of()), List.of());

    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            i + 2 * 3¦(i#0 + 6:integer)
            i + 1 / 0¦(i#0 + (1:integer / 0:integer))
            1.50 + 1¦2.50:numeric
            upper('a') || 'b'¦'Ab':text
            greatest(1, null, 3)¦3:integer
            1 in (i, 2)¦in(1:integer, i#0, 2:integer)
            1 in (3, 2)¦false:boolean
            coalesce(null, i)¦i#0
            coalesce(null, null)¦null:text
            coalesce(i, null, b, 2 * 2, 1 / 0)¦coalesce(i#0::bigint, b#1, 4:bigint)
            coalesce(null, 2, 1 / 0)¦2:integer
            coalesce(null, n)¦coalesce(null:numeric, n#2)
            case 3 when 1 then 'a' when 3 then 'b' when 1 / 0 then 'c' end¦'b':text
            case when i > 0 then 1 when 1 < 2 then i else i / 0 end¦case((i#0 > 0:integer), 1:integer, i#0)
            case when on_ and false then 1 else 3 end¦3:integer
            case when false then 1.5 else n end¦case(false:boolean, 1.5:numeric, n#2)
            """)
    void shouldComputeConstants(String expression, String simplified) {
        assertThat(ShownPlan.of(bind("select " + expression + " as x from t")))
                .startsWith("project " + simplified + " x:")
                .endsWith(" < scan t");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select sum(i / 0) * null::int, count(b) from t¦project null:bigint ?column?:bigint, #0 count:bigint < aggregate count(b#1):bigint < scan t
            select max(i) + null from t¦project null:integer ?column?:integer < aggregate < scan t
            select s, min(i), case when max(i / 0) > null then 1 end as x from t group by s having count(*) > 1 and sum(b) > 5¦project #0 s:text, #1 min:integer, null:integer x:integer < filter ((#2 > 1:bigint) and (#3 > 5:numeric)) < aggregate by (s#4) min(i#0):integer, count_rows():bigint, sum(b#1):numeric < scan t
            select null from t having max(i) > null order by sum(b)¦project ?column?#0 ?column?:text < sort #1 < project null:text ?column?:text, #1 :numeric < values :integer, :numeric
            select count(*) from t having sum(i) > 1¦project #0 count:bigint < filter (#1 > 1:bigint) < aggregate count_rows():bigint, sum(i#0):bigint < scan t
            """)
    void shouldLeaveOutAggregatesThatNothingNeeds(String text, String plan) {
        assertThat(ShownPlan.of(bind(text))).isEqualTo(plan);
    }

    private PlannedQuery bind(String text) {
        return Simplified.of(schema.bind(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            i / 0 = null¦null:boolean
            1 / i is distinct from null¦not(same((1:integer / i#0), null:integer))
            cast(1 / i + null as numeric)¦null:numeric
            -(cast(null as int)) - 1 / i¦null:integer
            null <> 1 / i¦null:boolean
            cast(null as int) * (i / 0) + 1¦null:integer
            -(i / 0 - cast(null as numeric))¦null:numeric
            cast(cast(null as int) + i as text) || s¦null:text
            (s || null) like 'a%'¦null:boolean
            length(replace(s, null, 'x'))¦null:integer
            cast(null as int) in (i, 1)¦null:boolean
            not (i = null)¦null:boolean
            null or null¦null:boolean
            on_ and null¦(on_#5 and null:boolean)
            on_ or null¦(on_#5 or null:boolean)
            on_ and (null is null)¦on_#5
            on_ and (i = null) is true¦false:boolean
            (i = null) is null or i / 0 = 1¦true:boolean
            1 is null or on_¦on_#5
            null is not distinct from i¦same(null:integer, i#0)
            greatest(null, i)¦greatest(null:integer, i#0)
            concat(s, null)¦concat(s#4, null:text)
            case null when i then 1 when 2 then i / 0 end * b¦null:bigint
            case when i = null then 1 when on_ then 2 else 3 end¦case(on_#5, 2:integer, 3:integer)
            case when i = null then 1 end * (i / 0)¦null:integer
            """)
    void shouldBeNullWithANull(String expression, String simplified) {
        assertThat(ShownPlan.of(bind("select " + expression + " as x from t")))
                .startsWith("project " + simplified + " x:")
                .endsWith(" < scan t");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            on_ or null¦on_#5
            not (on_ and null)¦not(on_#5)
            i not between b and null¦not((i#0::bigint >= b#1))
            i in (1, null)¦in(i#0, 1:integer, null:integer)
            not not (on_ or null)¦not(not(on_#5))
            (on_ and null) is null¦isnull((on_#5 and null:boolean))
            """)
    void shouldSelectNoRowsForWhichAConditionIsNull(String condition, String simplified) {
        assertThat(ShownPlan.of(bind("select 1 from t where " + condition)))
                .isEqualTo("project 1:integer ?column?:integer < filter " + simplified + " < scan t");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select x from u where null¦project x#2 x:bigint < values i:integer, s:text, x:bigint
            select x from u where x / 0 > 1 and (i = null or 1 > 2)¦project x#2 x:bigint < values i:integer, s:text, x:bigint
            select x from u where x not in (1, i / 0, null)¦project x#2 x:bigint < values i:integer, s:text, x:bigint
            select x from u where not (i = 1 or null)¦project x#2 x:bigint < values i:integer, s:text, x:bigint
            select count(*) from u where false¦project #0 count:bigint < aggregate count_rows():bigint < values i:integer, s:text, x:bigint
            select max(x / 0) from u having null¦project #0 max:bigint < values :bigint
            select x from u where 1 is not null¦project x#2 x:bigint < scan u
            select x from u where x > 1 or true¦project x#2 x:bigint < scan u
            """)
    void shouldReadNoRowsForWhichAConditionIsNeverTrue(String text, String plan) {
        assertThat(ShownPlan.of(bind(text))).isEqualTo(plan);
    }

    @Test
    void shouldJoinNoRowsForWhichAConditionIsNull() {
        assertThat(ShownPlan.of(bind("select 1 from t left join u on t.i / 0 = u.i and null")))
                .isEqualTo("project 1:integer ?column?:integer < left join on false:boolean {scan t} {scan u}");
    }

    @Test
    void shouldTakeNullsThatAreGiven() {
        List<Object> nothing = new ArrayList<>();
        nothing.add(null);
        assertThat(ShownPlan.of(Simplified.of(
                        schema.bind("select i from t where i / 0 > $1 or on_").withValues(nothing))))
                .isEqualTo("project i#0 i:integer < filter on_#5 < scan t");
    }

    @Test
    void shouldLeaveOutQueriesThatNothingNeeds() {
        assertThat(ShownPlan.of(bind("select i from t where i = null and i < (select max(x) from u)")))
                .startsWith("project i#0 i:integer < values ");
    }

    @Test
    void shouldGiveAllConditionsTheirValuesInEachRow() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Boolean> truths = Stream.of(true, false, null).toList();
        int changed = 0;
        for (int i = 0; i < CONDITIONS; i++) {
            Bound condition = condition(random, 4);
            Bound value = ((Plan.Project) simplified(new Plan.Project(ONE_ROW, List.of(condition), List.of())))
                    .expressions()
                    .get(0);
            Plan selected = simplified(new Plan.Filter(ONE_ROW, condition));
            changed += value.equals(condition) ? 0 : 1;
            for (Boolean a : truths) {
                for (Boolean b : truths) {
                    Row row = Row.of(a, b);
                    Object expected = RowEvaluator.evaluate(condition, row);
                    String name = "seed=%d, a=%s, b=%s, %s".formatted(seed, a, b, condition);
                    assertThat(RowEvaluator.evaluate(value, row)).as(name).isEqualTo(expected);
                    assertThat(selects(selected, row)).as(name).isEqualTo(Boolean.TRUE.equals(expected));
                }
            }
        }
        // Else nulls would have been too rare.
        assertThat(changed).as("seed=%d", seed).isGreaterThan(CONDITIONS / 4);
    }

    private static boolean selects(Plan plan, Row row) {
        return plan instanceof Plan.Filter filter
                ? Boolean.TRUE.equals(RowEvaluator.evaluate(filter.condition(), row))
                : plan.equals(ONE_ROW);
    }

    private static Plan simplified(Plan plan) {
        return Simplified.of(new PlannedQuery(plan, List.of())).plan();
    }

    /** Over two columns and constants, all of which are true, false or null. */
    private static Bound condition(Random random, int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return switch (random.nextInt(5)) {
                case 0 -> new Bound.Constant(true, SqlType.BOOLEAN, 0);
                case 1 -> new Bound.Constant(false, SqlType.BOOLEAN, 0);
                case 2 -> new Bound.Constant(null, SqlType.BOOLEAN, 0);
                case 3 -> new Bound.Field(Column.of("a", SqlType.BOOLEAN, 0), 0);
                default -> new Bound.Field(Column.of("b", SqlType.BOOLEAN, 1), 0);
            };
        }
        Bound first = condition(random, depth - 1);
        Bound second = condition(random, depth - 1);
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> new Bound.Logical(random.nextBoolean(), first, second, 0);
            case 3, 4 -> new Bound.Not(first, 0);
            case 5 -> new Bound.Comparison(BinaryOperator.EQUAL, first, second, 0);
            case 6 -> new Bound.In(first, List.of(second, condition(random, depth - 1)), 0);
            case 7 -> random.nextBoolean() ? new Bound.IsNull(first, 0) : new Bound.IsTruth(first, false, 0);
            default ->
                new Bound.Case(List.of(first), List.of(second, condition(random, depth - 1)), SqlType.BOOLEAN, 0);
        };
    }
}
