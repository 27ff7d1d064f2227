package dev.aimonflink.sql.plan;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

class JoinsTest {
    private final SmallSchema schema = new SmallSchema();

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select u.i from t, u join category c on u.i = c.id¦project i#8 i:integer < inner join {scan t} {inner join on (i#0 = id#3) {scan u} {scan category}}
            select * from u cross join category¦project i#0 i:integer, s#1 s:text, x#2 x:bigint, id#3 id:integer, category#4 category:text < inner join {scan u} {scan category}
            select t.i from t left join u on t.i = u.i and x > 1¦project i#0 i:integer < left join on ((i#0 = i#8) and (x#10 > 1:bigint)) {scan t} {scan u}
            select a.i from u a join (u b join u c on b.i = c.i) on a.i = c.i¦project i#0 i:integer < inner join on (i#0 = i#6) {scan u} {inner join on (i#0 = i#3) {scan u} {scan u}}
            select t.s, u.s from t right join u on t.i = u.x where t.i > 1¦project s#7 s:text, s#1 s:text < filter (i#3 > 1:integer) < left join on (i#3::bigint = x#2) {scan u} {scan t}
            select c.id, t.i from category c right join (u right join t on u.i = t.i) on c.id = t.i¦project id#11 id:integer, i#0 i:integer < left join on (id#11 = i#0) {left join on (i#8 = i#0) {scan t} {scan u}} {scan category}
            select count(*) from t full join u on t.i = u.i¦project #0 count:bigint < aggregate count_rows():bigint < full join on (i#0 = i#8) {scan t} {scan u}
            """)
    void shouldJoin(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select * from category join category c using (id)¦project id#0 id:integer, category#1 category:text, category#3 category:text < inner join on (id#0 = id#2) {scan category} {scan category}
            select * from u join u v using (i, s)¦project i#0 i:integer, s#1 s:text, x#2 x:bigint, x#5 x:bigint < inner join on ((i#0 = i#3) and (s#1 = s#4)) {scan u} {scan u}
            select i, u.i, v.i from u left join u v using (i)¦project i#0 i:integer, i#0 i:integer, i#3 i:integer < left join on (i#0 = i#3) {scan u} {scan u}
            select i, u.i, v.i from u right join u v using (i)¦project i#0 i:integer, i#3 i:integer, i#0 i:integer < left join on (i#3 = i#0) {scan u} {scan u}
            select i, * from u full join u v using (i)¦project coalesce(i#0, i#3) i:integer, coalesce(i#0, i#3) i:integer, s#1 s:text, x#2 x:bigint, s#4 s:text, x#5 x:bigint < full join on (i#0 = i#3) {scan u} {scan u}
            select id from category join u on true join subscriptiontype using (id)¦project id#0 id:integer < inner join on (id#0 = id#5) {inner join on true:boolean {scan category} {scan u}} {scan subscriptiontype}
            """)
    void shouldMergeColumnsOfUsing(String text, String plan) {
        assertThat(ShownPlan.of(schema.bind(text))).isEqualTo(plan);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '`', textBlock = """
            select * from t join u using (zz)¦42703¦16¦The left side of the join has no column "zz" for USING. Write ON with a condition.
            select * from t join category using (id)¦42703¦16¦The left side of the join has no column "id" for USING. Did you mean 'i'?
            select * from t join u using (i, i)¦42702¦16¦USING lists the column "i" twice. Take one out.
            select * from (select i, i from u) q join u using (i)¦42702¦37¦The left side of the join has several columns "i" for USING. Write ON with the names of tables.
            select * from t join (select s as i from u) q using (i)¦42883¦16¦The operands of USING are integer and text, which do not fit together. Convert one of them with CAST.
            select * from t join u on t.i¦42804¦26¦What follows ON has to be a condition, not integer. Compare it with a value.
            """)
    void shouldSayWhatCannotBeJoined(String text, String code, int position, String message) {
        assertRefused(code, position, message, () -> schema.bind(text));
    }
}
