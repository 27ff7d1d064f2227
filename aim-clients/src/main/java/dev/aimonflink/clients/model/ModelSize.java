package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.setup.KeptColumns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How much a model keeps of one entity.
 *
 * @param storedColumns changed by events
 * @param computedColumns computed from stored ones when an entity is read
 * @param sqlColumns of both that are always kept for SQL by default
 * @param recordBytes of the cells, panes, last events and window numbers that events update
 * @param rowBytes of the columns that queries scan, if all stored ones are kept; twice for sliding windows
 */
public record ModelSize(int storedColumns, int computedColumns, int sqlColumns, long recordBytes, long rowBytes) {
    /** What a job keeps by default. */
    static final List<String> KEPT = List.of(KeptColumns.AUTO);

    private static final int ID_BYTES = Long.BYTES;
    private static final int CELL_BYTES_OF_ROW = Integer.BYTES;

    public static ModelSize of(Model model) {
        MatrixSchema schema = MatrixSchema.of(model);
        List<String> stored = schema.columns().stream().map(StoredColumn::name).toList();
        return new ModelSize(
                stored.size(),
                schema.derived().size(),
                KeptColumns.readable(schema, KeptColumns.of(schema, KEPT)).size(),
                schema.layout().bytes(),
                ID_BYTES + (long) CELL_BYTES_OF_ROW * new ColumnSet(schema, stored).cells());
    }

    public int columns() {
        return storedColumns + computedColumns;
    }

    /** By name, for a program. */
    public Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("storedColumns", storedColumns);
        figures.put("computedColumns", computedColumns);
        figures.put("sqlColumns", sqlColumns);
        figures.put("recordBytes", recordBytes);
        figures.put("rowBytes", rowBytes);
        return figures;
    }

    /** What the figures count, and what comes on top. */
    public List<String> assumptions(Model model) {
        List<String> sentences = new ArrayList<>();
        boolean slides = model.aggregates().windows().stream().anyMatch(window -> window.panes() > 1);
        boolean allTumble = model.aggregates().windows().stream()
                .noneMatch(window -> window.panes() > 1 || window instanceof LastEvents);
        sentences.add("A record takes " + recordBytes + " bytes: " + Integer.BYTES
                + " for each window and each cell of 32 bits, " + Long.BYTES + " for each other cell"
                + (allTumble ? "." : ", also in the panes of sliding windows, and for each value of the last events."));
        sentences.add("A row takes " + rowBytes + " bytes: " + ID_BYTES + " for the id and " + CELL_BYTES_OF_ROW
                + " for each stored column" + (slides ? ", 8 in a sliding window" : "")
                + ", if queries scan all of them. Attributes come on top.");
        sentences.add(sql(model));
        return sentences;
    }

    /** How many columns are always kept. */
    public static String sql(Model model) {
        return KeptColumns.summary(MatrixSchema.of(model), KEPT);
    }
}
