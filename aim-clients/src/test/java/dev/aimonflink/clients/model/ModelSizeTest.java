package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ModelSizeTest {
    @ParameterizedTest
    @ValueSource(strings = {"aim-42", "aim-546", "aim-84"})
    void shouldCountWhatARecordOfTheSchemaHas(String nameOrFile) {
        MatrixSchema schema = MatrixSchema.of(PresetModels.find(nameOrFile).orElseThrow());
        ModelSize size = ModelSize.of(NamedModel.of(nameOrFile, null).model());
        assertThat(size.recordBytes()).isEqualTo(schema.layout().bytes());
        assertThat(size.storedColumns()).isEqualTo(schema.columns().size());
        assertThat(size.computedColumns()).isEqualTo(schema.derived().size());
        assertThat(size.columns()).isEqualTo(size.storedColumns() + size.computedColumns());
        assertThat(size.rowBytes()).isEqualTo(8 + 4 * schema.columns().size());
    }

    @Test
    void shouldSayWhatItAssumes() {
        Model calls = PresetModels.named("aim-42");
        assertThat(ModelSize.of(calls).assumptions(calls))
                .containsExactly(
                        "A record takes 248 bytes: 4 for each window and each cell of 32 bits, 8 for each other cell.",
                        "A row takes 176 bytes: 8 for the id and 4 for each stored column, if queries scan all of them."
                                + " Attributes come on top.",
                        "Of 42 columns 12 are always kept for questions over all entities; others are read from the"
                                + " records by the first question that needs them. aim.matrix.columns keeps more.");
        Model sliding = ModelFile.parse(StarterModel.text("payments"), "starter");
        assertThat(ModelSize.of(sliding).recordBytes())
                .isEqualTo(MatrixSchema.of(sliding).layout().bytes());
        assertThat(ModelSize.of(sliding).assumptions(sliding))
                .containsExactly(
                        "A record takes " + ModelSize.of(sliding).recordBytes()
                                + " bytes: 4 for each window and each cell of 32 bits, 8 for each other cell, also in"
                                + " the panes of sliding windows, and for each value of the last events.",
                        "A row takes " + ModelSize.of(sliding).rowBytes()
                                + " bytes: 8 for the id and 4 for each stored column, 8 in a sliding window, if queries"
                                + " scan all of them. Attributes come on top.",
                        "All 60 columns are always kept for questions over all entities.");
    }

    /** Two filters with a count, a sum and a minimum each, and 40 bits for the panes or places. */
    @Test
    void shouldCountPanesAndLastEvents() {
        String page = """
                model: m
                entity: card
                event: payment
                key: id
                time: at
                fields: {amount: long}
                filters: {refund: amount < 0}
                aggregates: {events: [count], amount: [sum, min]}
                """;
        int cells = 4 + 2 * 8;
        Model day = ModelFile.parse(page + "windows: [1 day]", "page");
        int columns = 2 * 3;
        assertThat(ModelSize.of(day).rowBytes()).isEqualTo(8 + 4 * columns);
        assertThat(ModelSize.of(ModelFile.parse(page + "windows: [1 day, last 24 hours]", "page"))
                        .rowBytes())
                .as("columns of sliding windows have two cells")
                .isEqualTo(8 + 4 * (columns + 2 * columns));
        assertThat(ModelSize.of(day).recordBytes()).isEqualTo(4 + 2 * cells);
        Model sliding = ModelFile.parse(page + "windows: [last 40 hours]", "page");
        assertThat(ModelSize.of(sliding).recordBytes()).isEqualTo(4 + 2 * (cells + cells + 40 * cells + 2 * 4));
        Model last = ModelFile.parse(page + "windows: [last 40 events]", "page");
        assertThat(ModelSize.of(last).recordBytes()).isEqualTo(4 + 2 * (cells + 4 + 3 * 4 + 2 * 4 + 40 * 8));
    }
}
