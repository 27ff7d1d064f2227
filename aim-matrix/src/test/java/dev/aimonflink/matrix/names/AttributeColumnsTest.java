package dev.aimonflink.matrix.names;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class AttributeColumnsTest {
    private static final EntityTable REGIONS = new EntityTable(
            "regions",
            List.of("zip", "city", "region", "country"),
            List.of(
                    new String[] {"CH-8000", "Zurich", "EUROPE", "Switzerland"},
                    new String[] {"CH-1000", "Lausanne", "EUROPE", "Switzerland"},
                    new String[] {"CHI-100000", "Beijing", "ASIA", "China"},
                    new String[] {"CHI-101500", "Beijing", "ASIA", "China"},
                    new String[] {"?", "", "", ""}));

    private static final EntityTable TARIFFS = new EntityTable(
            "tariffs", List.of("id", "tariff"), List.of(new String[] {"7", "flat"}, new String[] {"-1", "free"}));

    private static final EntityType CARD = new EntityType(
            "card",
            List.of(
                    new Attribute("zip", FieldType.TEXT, "regions", List.of("region", "city")),
                    new Attribute("tier", FieldType.enumeration(List.of("gold", "basic")), null, List.of()),
                    new Attribute("points", FieldType.LONG, null, List.of()),
                    new Attribute("blocked", FieldType.BOOLEAN, null, List.of()),
                    new Attribute("tariff", FieldType.INT, "tariffs", List.of("tariff")),
                    new Attribute("email", FieldType.TEXT, null, List.of())),
            Map.of("regions", "regions.csv", "tariffs", "tariffs.csv"));

    private static final EntityTables TABLES = new EntityTables(List.of(REGIONS, TARIFFS));

    private final AttributeColumns columns = new AttributeColumns(CARD, TABLES);

    private int[] codes(Object... values) {
        return codes(columns, Attributes.of(values));
    }

    private static int[] codes(AttributeColumns columns, Attributes attributes) {
        AttributeCells cells = columns.newCells();
        columns.fill(attributes, cells);
        return cells.codes();
    }

    @Test
    void shouldHaveAColumnForEachAttributeAndEachListedColumn() {
        assertThat(columns.columns())
                .containsExactly(
                        new CodeHandle(0, 0, null, "zip"),
                        new CodeHandle(1, 0, "region", "region"),
                        new CodeHandle(2, 0, "city", "city"),
                        new CodeHandle(3, 1, null, "tier"),
                        new CodeHandle(4, 3, null, "blocked"),
                        new CodeHandle(5, 4, null, "tariff"),
                        new CodeHandle(6, 4, "tariff", "tariff"),
                        new CodeHandle(7, 5, null, "email"));
        assertThat(columns.columns()).extracting(CodeHandle::isOfTable).startsWith(false, true, true, false);
    }

    @Test
    void shouldFindColumnsByNames() {
        assertThat(columns.named("city")).containsExactly(column(2));
        assertThat(columns.named("tariff")).containsExactly(column(5), column(6));
        assertThat(columns.named("points")).as("a number without a table").isEmpty();
    }

    private CodeHandle column(int index) {
        return columns.columns().get(index);
    }

    @Test
    void shouldHaveCodesInTheOrderOfNames() {
        assertThat(columns.names(column(0))).containsExactly("?", "CH-1000", "CH-8000", "CHI-100000", "CHI-101500");
        assertThat(columns.names(column(1))).containsExactly("", "ASIA", "EUROPE");
        assertThat(columns.names(column(2))).containsExactly("", "Beijing", "Lausanne", "Zurich");
        assertThat(columns.names(column(3))).containsExactly("gold", "basic");
        assertThat(columns.names(column(4))).containsExactly("false", "true");
        assertThat(columns.names(column(5))).containsExactly("-1", "7");
        assertThat(columns.names(column(6))).containsExactly("flat", "free");
        assertThat(columns.names(column(7))).isEmpty();
        assertThat(columns.maxCode(column(2))).isEqualTo(4);
    }

    @Test
    void shouldJoinAProfileWithItsTables() {
        assertThat(codes("CH-8000", "basic", 5L, true, 7L, "a@b")).containsExactly(3, 3, 4, 2, 2, 2, 1, 1);
        assertThat(codes("?", "gold", 5L, false, -1L, "c@d")).containsExactly(1, 1, 1, 1, 1, 1, 2, 2);
        assertThat(codes(null, null, null, null, null, "a@b")).containsExactly(0, 0, 0, 0, 0, 0, 0, 1);
        assertThat(columns.names(column(7))).containsExactly("a@b", "c@d");
    }

    @Test
    void shouldHaveACodeOfItsOwnForAKeyThatTheTableLacks() {
        TableCodes countries = ofTable("country");
        List<String> before = columns.names(column(0));
        assertThat(codes("CH-9999", null, 5L, null, 8L)).containsExactly(6, 0, 0, 0, 0, 3, 0, 0);
        assertThat(codes("XX", null, 5L, null, 8L)).startsWith(7, 0, 0);
        assertThat(codes("CH-8000", null, 5L, null, 7L)).startsWith(3, 3, 4);
        assertThat(columns.names(column(0))).hasSize(7).endsWith("CHI-101500", "CH-9999", "XX");
        assertThat(columns.names(column(5))).containsExactly("-1", "7", "8");
        assertThat(before).as("of before").endsWith("CHI-101500");
        assertThat(countries.cell(6)).isNull();
        assertThat(ofTable("city").cell(7)).isNull();
    }

    @Test
    void shouldHaveNoneWithoutAProfile() {
        assertThat(codes()).containsOnly(AttributeColumns.NONE);
    }

    @Test
    void shouldTakeMoreThan65536KeysThatTheTableLacksAndSayThatSomeHaveNoCode() {
        for (long i = 1; i <= AttributeColumns.MAX_TEXTS; i++) {
            assertThat(codes(null, null, null, null, 100 + i)[5]).isEqualTo((int) i + 2);
        }
        assertThat(columns.lacksTexts(column(5))).isFalse();
        columns.requireRoom(Attributes.of(null, null, null, null, 99L));
        assertThat(codes(null, null, null, null, 99L)[5]).isEqualTo(AttributeColumns.NONE);
        assertThat(columns.lacksTexts(column(5))).isTrue();
        assertThat(codes(null, null, null, null, 7L)).as("a key of the table").contains(2, 1);
    }

    /** A record keeps it. */
    @Test
    void shouldHaveNoneForAValueThatTheModelHasNoMore() {
        assertThat(codes("CH-8000", "silver", 7L, true, 7L, "a@b")[3]).isEqualTo(AttributeColumns.NONE);
    }

    @Test
    void shouldHaveTheCellsOfNumbersWithoutATable() {
        EntityType type = new EntityType(
                "card",
                List.of(
                        new Attribute("since", FieldType.TIME, null, List.of()),
                        new Attribute("email", FieldType.TEXT, null, List.of()),
                        new Attribute("score", FieldType.DOUBLE, null, List.of())),
                Map.of());
        AttributeColumns three = new AttributeColumns(type, EntityTables.NONE);
        assertThat(three.numbers())
                .containsExactly(new NumberHandle(0, 0, FieldType.TIME), new NumberHandle(1, 2, FieldType.DOUBLE));
        AttributeCells cells = three.newCells();
        three.fill(Attributes.of(1_795_132_800_000L, "a@b", -0.0), cells);
        assertThat(cells.numbers()).containsExactly(1_795_132_800_000L, Long.MIN_VALUE);
        three.fill(Attributes.NONE, cells);
        assertThat(cells.numbers()).containsExactly(Long.MIN_VALUE, Double.doubleToLongBits(Double.NaN));
        assertThat(cells.codes()).containsExactly(AttributeColumns.NONE);
    }

    @Test
    void shouldNameCodes() {
        assertThat(columns.name(column(2), 4)).isEqualTo("Zurich");
        assertThat(columns.name(column(2), AttributeColumns.NONE)).isNull();
        codes(null, null, null, null, null, "a@b");
        assertThat(columns.name(column(7), 1)).isEqualTo("a@b");
    }

    @Test
    void shouldGiveCodesTo65536TextsAndRefuseOneMore() {
        Attribute second = new Attribute("nick", FieldType.TEXT, null, List.of());
        Attribute first = new Attribute("email", FieldType.TEXT, null, List.of());
        AttributeColumns two =
                new AttributeColumns(new EntityType("card", List.of(second, first), Map.of()), EntityTables.NONE);
        for (int i = 1; i <= AttributeColumns.MAX_TEXTS; i++) {
            assertThat(codes(two, Attributes.of(null, "user" + i))[1]).isEqualTo(i);
        }
        assertThat(two.maxCode(two.named("email").get(0))).isEqualTo(65_536);
        assertFails(TooManyTextsException.class, () -> two.requireRoom(Attributes.of("new", "user0")))
                .hasMessage("email='user0' is one text more than the 65536 of an attribute without a table. Give the"
                        + " attribute a table, or take it out of the model.");
        assertThat(two.names(two.named("nick").get(0)))
                .as("of the refused profile")
                .isEmpty();
        assertThat(codes(two, Attributes.of("new", "user7"))).containsExactly(1, 7);
        assertThat(two.lacksTexts(two.named("email").get(0))).isFalse();
        assertThat(codes(two, Attributes.of("new", "user0"))).containsExactly(1, AttributeColumns.NONE);
        assertThat(two.lacksTexts(two.named("email").get(0))).isTrue();
        assertThat(two.lacksTexts(two.named("nick").get(0))).isFalse();
    }

    @RepeatedTest(100)
    void shouldNameWhatALookUpFinds(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.withAttributes(RandomModels.next(random).model(), random);
        EntityTables tables = RandomModels.tables(model, random);
        AttributeColumns drawn = new AttributeColumns(model.entity(), tables);
        for (int i = 0; i < 50; i++) {
            Attributes attributes = RandomModels.profile(model, random).attributes();
            int[] codes = codes(drawn, attributes);
            for (CodeHandle column : drawn.columns()) {
                String what = "seed=%d, i=%d, column=%s, attributes=%s".formatted(seed, i, column, attributes);
                int code = codes[column.index()];
                String name = expected(column, model.entity(), tables, attributes);
                assertThat(drawn.name(column, code)).as(what).isEqualTo(name);
                assertThat(code).as(what).isBetween(0, drawn.maxCode(column));
                if (!column.isOfTable()) {
                    assertLookedUp(drawn, column, code, attributes, model.entity(), tables, what);
                }
            }
        }
    }

    /** All columns of the table whose key an attribute is, listed or not. */
    private static void assertLookedUp(
            AttributeColumns drawn,
            CodeHandle key,
            int keyCode,
            Attributes attributes,
            EntityType type,
            EntityTables tables,
            String what) {
        for (TableColumn of : TableColumns.of(type, tables).all()) {
            if (of.index() == key.attribute()) {
                CodeHandle asListed = new CodeHandle(-1, of.index(), of.name(), of.name());
                String cell = expected(asListed, type, tables, attributes);
                assertThat(drawn.tableCodes(of).cell(keyCode))
                        .as(what + ", of=" + of.name())
                        .isEqualTo(cell);
                assertThat(of.cell(attributes)).as(what + ", of=" + of.name()).isEqualTo(cell);
            }
        }
        for (CodeHandle listed : drawn.columns()) {
            if (listed.isOfTable() && listed.attribute() == key.attribute()) {
                TableColumn of = TableColumns.of(type, tables)
                        .named(key.name() + "." + listed.tableColumn())
                        .get(0);
                assertThat(drawn.tableCodes(of).names()).as(what).isEqualTo(drawn.names(listed));
            }
        }
    }

    private TableCodes ofTable(String column) {
        return columns.tableCodes(TableColumns.of(CARD, TABLES).named(column).get(0));
    }

    private int codeOfZip(String zip) {
        return columns.names(column(0)).indexOf(zip) + 1;
    }

    @Test
    void shouldLookUpCellsByCodesOfKeys() {
        TableCodes countries = ofTable("country");
        assertThat(countries.names()).containsExactly("", "China", "Switzerland");
        assertThat(countries.cell(codeOfZip("CH-1000"))).isEqualTo("Switzerland");
        assertThat(countries.cell(codeOfZip("?"))).isEmpty();
        assertThat(countries.cell(AttributeColumns.NONE)).isNull();
        assertThat(ofTable("country")).as("of the second call").isSameAs(countries);
    }

    @Test
    void shouldLookUpTheKeyAsAColumn() {
        TableCodes zips = ofTable("zip.zip");
        assertThat(zips.names()).isEqualTo(columns.names(column(0)));
        assertThat(zips.cell(codeOfZip("CH-8000"))).isEqualTo("CH-8000");
    }

    @Test
    void shouldLookUpCellsOfLabels() {
        EntityTable colors = new EntityTable(
                "colors", List.of("tier", "color"), List.of(new String[] {"gold", "yellow"}, new String[] {"x", "black"
                }));
        EntityType type = new EntityType(
                "card",
                List.of(new Attribute("tier", FieldType.enumeration(List.of("basic", "gold")), "colors", List.of())),
                Map.of("colors", "colors.csv"));
        EntityTables tables = new EntityTables(List.of(colors));
        TableCodes codes = new AttributeColumns(type, tables)
                .tableCodes(TableColumns.of(type, tables).named("color").get(0));
        assertThat(codes.cell(1)).as("of basic, which the table lacks").isNull();
        assertThat(codes.cell(2)).isEqualTo("yellow");
    }

    /** What a column should say, by a look-up in plain maps. */
    private static String expected(CodeHandle column, EntityType type, EntityTables tables, Attributes attributes) {
        Attribute attribute = type.attributes().get(column.attribute());
        Object value = attributes.value(column.attribute());
        String key = value == null ? null : text(attribute.type(), value);
        if (key == null || !column.isOfTable()) {
            return key;
        }
        EntityTable table = tables.table(attribute.table());
        int cell = table.columns().indexOf(column.tableColumn());
        Map<String, String> cells = new HashMap<>();
        for (int row = 0; row < table.rows(); row++) {
            cells.put(table.cell(row, 0), table.cell(row, cell));
        }
        return cells.get(key);
    }

    private static String text(FieldType type, Object value) {
        return switch (type.kind()) {
            case DECIMAL ->
                new BigDecimal((Long) value).movePointLeft(type.scale()).toPlainString();
            case TIME -> Instant.EPOCH.plusMillis((Long) value).toString();
            default -> String.valueOf(value);
        };
    }

    @Test
    void shouldWriteKeysAsTablesHaveThem() {
        assertThat(TableKeys.text(FieldType.MONEY, 1_250L)).isEqualTo("12.50");
        assertThat(TableKeys.text(FieldType.MONEY, -5L)).isEqualTo("-0.05");
        assertThat(TableKeys.text(FieldType.decimal(18, 0), 999_999_999_999_999_999L))
                .isEqualTo("999999999999999999");
        assertThat(TableKeys.text(FieldType.DOUBLE, 7.0)).isEqualTo("7.0");
        assertThat(TableKeys.text(FieldType.TIME, 1_795_132_800_000L)).isEqualTo("2026-11-20T00:00:00Z");
        assertThat(TableKeys.text(FieldType.TIME, 1_795_132_800_001L)).isEqualTo("2026-11-20T00:00:00.001Z");
        assertThat(TableKeys.text(FieldType.BOOLEAN, true)).isEqualTo("true");
        assertThat(TableKeys.text(FieldType.INT, -7L)).isEqualTo("-7");
        assertThat(TableKeys.text(FieldType.TEXT, " x")).isEqualTo(" x");
    }
}
