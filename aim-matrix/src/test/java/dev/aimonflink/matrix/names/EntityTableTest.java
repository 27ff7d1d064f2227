package dev.aimonflink.matrix.names;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EntityTableTest {
    private static final List<String> COLUMNS = List.of("zip", "city");

    private static EntityTable regions() {
        return new EntityTable(
                "regions",
                COLUMNS,
                List.of(new String[] {"CH-8000", "Zurich"}, new String[] {"08001", "Barcelona"}, new String[] {
                    "8001", ""
                }));
    }

    @Test
    void shouldFindRowsByTheirKeys() {
        EntityTable regions = regions();
        assertThat(regions.rows()).isEqualTo(3);
        assertThat(regions.columns()).isEqualTo(COLUMNS);
        assertThat(regions.column(0)).containsExactly("08001", "8001", "CH-8000");
        assertThat(regions.row(regions.lookup("08001"))).containsExactly("08001", "Barcelona");
        assertThat(regions.cell(regions.lookup("CH-8000"), 1)).isEqualTo("Zurich");
        assertThat(regions.cell(regions.lookup("8001"), 1)).isEmpty();
        assertThat(regions.lookup("ch-8000")).isEqualTo(EntityTable.NO_ROW);
        assertThat(regions.lookup("")).isEqualTo(EntityTable.NO_ROW);
        assertThat(regions).hasToString("regions[zip, city] of 3 rows");
    }

    @Test
    void shouldNotLetItsCellsBeChanged() {
        assertFails(
                UnsupportedOperationException.class, () -> regions().column(1).set(0, "Berne"));
        String[] row = {"1", "Berne"};
        EntityTable table = new EntityTable("regions", COLUMNS, List.<String[]>of(row));
        row[1] = "Basle";
        assertThat(table.cell(0, 1)).isEqualTo("Berne");
    }

    @Test
    void shouldRefuseRowsThatAreNoTable() {
        assertThatThrownBy(() ->
                        new EntityTable("regions", COLUMNS, List.of(new String[] {"1", "a"}, new String[] {"1", "b"})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Two rows have the key 1.");
        assertFails(
                        IllegalArgumentException.class,
                        () -> new EntityTable("regions", COLUMNS, List.<String[]>of(new String[] {"1"})))
                .hasMessage("A row has 1 cells, not 2.");
    }

    @Test
    void shouldTravelWithTheJob() throws IOException, ClassNotFoundException {
        EntityTables tables = new EntityTables(List.of(regions()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(tables);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            EntityTables read = (EntityTables) in.readObject();
            assertThat(read).isEqualTo(tables).hasSameHashCodeAs(tables).isNotEqualTo(EntityTables.NONE);
            assertThat(read.table("regions").lookup("CH-8000")).isEqualTo(2);
        }
    }

    @Test
    void shouldNameItsTables() {
        EntityTables tables = new EntityTables(List.of(regions()));
        assertThat(tables.names()).containsExactly("regions");
        assertFails(IllegalArgumentException.class, () -> tables.table("region"))
                .hasMessage("There is no table region, only [regions].");
    }
}
