package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.FieldType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TableColumnsTest {
    private static final EntityTable REGIONS = new EntityTable(
            "regions",
            List.of("zip", "city", "work.note"),
            List.of(new String[] {"CH-8000", "Zurich", "a"}, new String[] {"CH-3000", "", "b"}));
    private static final EntityTable OFFICES =
            new EntityTable("offices", List.of("id", "note"), List.<String[]>of(new String[] {"7", "c"}));
    private static final EntityTable PRICES =
            new EntityTable("prices", List.of("price", "label"), List.<String[]>of(new String[] {"12.50", "cheap"}));

    private static final EntityType CARD = new EntityType(
            "card",
            List.of(
                    new Attribute("home", FieldType.TEXT, "regions", List.of()),
                    new Attribute("points", FieldType.LONG, null, List.of()),
                    new Attribute("work", FieldType.INT, "offices", List.of("note")),
                    new Attribute("fee", FieldType.MONEY, "prices", List.of())),
            Map.of("regions", "r.csv", "offices", "o.csv", "prices", "p.csv"));

    private final TableColumns columns = TableColumns.of(CARD, new EntityTables(List.of(OFFICES, PRICES, REGIONS)));

    private List<String> named(String name) {
        return columns.named(name).stream().map(TableColumn::qualifiedName).toList();
    }

    private String cell(String name, Object... values) {
        return columns.named(name).get(0).cell(Attributes.of(values));
    }

    @Test
    void shouldHaveAllColumnsOfAllTablesByAttribute() {
        assertThat(columns.all())
                .extracting(TableColumn::qualifiedName)
                .containsExactly(
                        "home.zip", "home.city", "home.work.note", "work.id", "work.note", "fee.price", "fee.label");
        assertThat(TableColumns.NONE.all()).isEmpty();
    }

    @Test
    void shouldFindColumnsByBothNames() {
        assertThat(named("city")).containsExactly("home.city");
        assertThat(named("home.city")).containsExactly("home.city");
        assertThat(named("note")).containsExactly("work.note");
        assertThat(named("points")).isEmpty();
        assertThat(named("City")).isEmpty();
        assertThat(named("work.city")).isEmpty();
    }

    @Test
    void shouldPreferTheQualifiedName() {
        assertThat(named("work.note")).containsExactly("work.note");
        assertThat(named("home.work.note")).containsExactly("home.work.note");
    }

    @Test
    void shouldFindAllColumnsOfOneName() {
        EntityType two = new EntityType(
                "card",
                List.of(
                        new Attribute("home", FieldType.TEXT, "regions", List.of("city")),
                        new Attribute("work", FieldType.TEXT, "regions", List.of())),
                Map.of("regions", "r.csv"));
        TableColumns ofTwo = TableColumns.of(two, new EntityTables(List.of(REGIONS)));
        assertThat(ofTwo.named("city"))
                .extracting(TableColumn::qualifiedName)
                .containsExactly("home.city", "work.city");
        assertThat(ofTwo.named("work.city").get(0).cell(Attributes.of("CH-3000", "CH-8000")))
                .isEqualTo("Zurich");
    }

    @Test
    void shouldFindTheCellOfAnEntity() {
        assertThat(cell("city", "CH-8000")).isEqualTo("Zurich");
        assertThat(cell("city", "CH-3000")).as("an empty cell").isEmpty();
        assertThat(cell("city", "CH-9999")).as("a key that the table lacks").isNull();
        assertThat(cell("city")).as("no profile").isNull();
        assertThat(cell("note", null, null, 7L)).isEqualTo("c");
        assertThat(cell("label", null, null, null, 1_250L)).isEqualTo("cheap");
    }
}
