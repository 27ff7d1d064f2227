package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.model.AggregateSections;
import dev.aimonflink.clients.model.BinaryLayout;
import dev.aimonflink.clients.model.EventSections;
import dev.aimonflink.clients.model.MemoryNeeds;
import dev.aimonflink.clients.model.ModelSize;
import dev.aimonflink.clients.model.Section;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Names;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a model: as a page of tables for people, as one JSON document, and as JSON lines or CSV of the page's main content. */
final class ModelPrinter {
    /** More columns fill more than a screen. */
    static final int MAX_LISTED_COLUMNS = 48;

    /** More values of an enumeration make a table too wide. */
    static final int MAX_LISTED_LABELS = 12;

    private final Model model;
    private final AnswerOutput output;
    private final PrintStream out;

    ModelPrinter(Model model, AnswerOutput output, PrintStream out) {
        this.model = model;
        this.output = output;
        this.out = out;
    }

    // ---- what the model keeps

    /** @param isListingAll whether a page lists all columns, as other formats always do */
    void print(boolean isListingAll, MemoryNeeds memory) {
        AggregateSections aggregates = new AggregateSections(model);
        switch (output.format()) {
            case TABLE -> printPage(aggregates, isListingAll, memory);
            case JSON -> output.printDocument(document(aggregates, memory));
            case JSONL, CSV -> print(memory == null ? aggregates.columns() : memory.section());
        }
    }

    private void printPage(AggregateSections aggregates, boolean isListingAll, MemoryNeeds memory) {
        String entity = model.entity().name();
        ModelSize size = ModelSize.of(model);
        EventSections events = new EventSections(model, MAX_LISTED_LABELS);
        line("Model " + model.name() + ": a row for each " + entity + ", updated by each "
                + model.event().name() + ".");
        size.assumptions(model).forEach(this::line);
        if (memory != null) {
            printTitled(
                    "Memory for " + memory.entities() + " " + Names.plural(entity) + " in " + memory.partitions()
                            + (memory.partitions() == 1 ? " partition" : " partitions"),
                    memory.section());
        }
        printTitled("Event " + model.event().name(), events.fields());
        printTitled("Attributes of the entity " + entity, events.attributes());
        printTitled("Tables of attributes", events.tables());
        printTitled("Filters", aggregates.filters());
        printTitled("Windows", aggregates.windows());
        printTitled("Descriptions", aggregates.descriptions());
        boolean isListed = isListingAll || size.columns() <= MAX_LISTED_COLUMNS;
        printTitled(
                "Columns: " + size.storedColumns() + " stored, " + size.computedColumns() + " computed"
                        + (isListed ? "" : "; --columns lists all"),
                isListed ? aggregates.columns() : aggregates.aggregates());
        printTitled("Aliases", aggregates.aliases());
    }

    private Map<String, Object> document(AggregateSections aggregates, MemoryNeeds memory) {
        EventSections events = new EventSections(model, Integer.MAX_VALUE);
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("model", model.name());
        document.put("entity", model.entity().name());
        document.put("event", model.event().name());
        document.putAll(ModelSize.of(model).figures());
        if (memory != null) {
            document.put("memory", memory.section().objects());
        }
        document.put("fields", events.fields().objects());
        document.put("attributes", events.attributes().objects());
        document.put("tables", events.tables().objects());
        document.put("filters", aggregates.filters().objects());
        document.put("windows", aggregates.windows().objects());
        document.put("descriptions", aggregates.descriptions().objects());
        document.put("columns", aggregates.describedColumns().objects());
        document.put("aliases", aggregates.aliases().objects());
        return document;
    }

    // ---- its events as bytes

    void printBinary() {
        switch (output.format()) {
            case TABLE -> printBinaryPage(BinaryLayout.of(model, MAX_LISTED_LABELS));
            case JSON -> {
                BinaryLayout layout = BinaryLayout.of(model, Integer.MAX_VALUE);
                Map<String, Object> document = new LinkedHashMap<>();
                document.put("event", model.event().name());
                document.put("byteOrder", "big-endian");
                document.put("parts", layout.parts().objects());
                document.put("exampleJson", layout.exampleJson());
                document.put("exampleHex", layout.exampleHex());
                output.printDocument(document);
            }
            case JSONL, CSV -> print(BinaryLayout.of(model, Integer.MAX_VALUE).parts());
        }
    }

    private void printBinaryPage(BinaryLayout layout) {
        line("Event " + model.event().name() + " as bytes: big-endian, without gaps");
        print(layout.parts());
        printTitled("Numbers of values", layout.labels());
        line("");
        line("The example as JSON:");
        line(layout.exampleJson());
        line("The same as bytes:");
        line(layout.exampleHex());
    }

    // ---- parts

    /** Ends like the lines of tables, on every platform. */
    private void line(String text) {
        out.print(text + "\n");
    }

    private void printTitled(String title, Section section) {
        if (!section.isEmpty()) {
            line("");
            line(title);
            print(section);
        }
    }

    private void print(Section section) {
        output.print(section.columns(), section.rows());
    }
}
