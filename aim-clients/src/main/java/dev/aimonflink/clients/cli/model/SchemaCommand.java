package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.SchemaFile;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.core.setup.ModelSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aim schema}: {@code aim model} for schema files, in the form that scripts rely on. */
@Command(
        name = "schema",
        description = "Show or check a schema of calls; a model file as `aim model` does.",
        footer = {"", "Examples:", "  aim schema show aim-42", "  aim schema validate docs/example-schema.yaml"},
        mixinStandardHelpOptions = true)
public final class SchemaCommand {
    private static final List<String> COLUMNS =
            List.of("name", "measure", "function", "filter", "window", "copy", "type", "kept");

    private final Environment environment;

    public SchemaCommand(Environment environment) {
        this.environment = environment;
    }

    @Command(
            name = "show",
            description = {
                "Show the columns of a schema: their names, what they aggregate, and whether they are stored or computed"
                        + " when a subscriber is looked at.",
            },
            footer = {
                "",
                "Examples:",
                "  aim schema show aim-42",
                "  aim schema show docs/example-schema.yaml --output json"
            },
            mixinStandardHelpOptions = true)
    int show(
            @Mixin OutputOptions outputOptions,
            @Parameters(
                            index = "0",
                            paramLabel = "SCHEMA",
                            description = "A YAML file, aim-42, aim-546, or a multiple of 42.")
                    String nameOrFile) {
        if (ModelSource.isModelFile(nameOrFile)) {
            return new ModelCommand(environment).show(outputOptions, nameOrFile, false, false);
        }
        SchemaDefinition definition = SchemaFile.of(nameOrFile);
        MatrixSchema schema = CallSchema.of(definition);
        List<List<Object>> rows = new ArrayList<>();
        schema.columns()
                .forEach(each ->
                        rows.add(row(definition, schema, each.column(), each.isInt() ? "int" : "long", "stored")));
        schema.derived().forEach(each -> rows.add(row(definition, schema, each, "double", "derived")));
        outputOptions.output(environment).print(COLUMNS, rows);
        return ExitCode.OK;
    }

    private static List<Object> row(
            SchemaDefinition definition, MatrixSchema schema, ModelColumn column, String type, String kept) {
        String measure = column.field() == ModelColumn.NO_FIELD
                ? "calls"
                : schema.model().event().fields().get(column.field()).measure();
        return Arrays.asList(
                column.name(),
                measure,
                column.function().label(),
                definition.filters().get(column.filter()).label(),
                schema.windows().get(column.window()),
                column.copy() + 1,
                type,
                kept);
    }

    @Command(
            name = "validate",
            description = {
                "Check a schema file, and show how much it keeps of each subscriber. If the file is wrong, the exit"
                        + " code is 2 and a sentence names the line and the fix."
            },
            footer = {"", "Example:", "  aim schema validate docs/example-schema.yaml"},
            mixinStandardHelpOptions = true)
    int validate(
            @Mixin OutputOptions outputOptions,
            @Parameters(
                            index = "0",
                            paramLabel = "FILE",
                            description = "A YAML file; or aim-42, aim-546, a multiple of 42.")
                    String nameOrFile) {
        if (ModelSource.isModelFile(nameOrFile)) {
            return new ModelCommand(environment).validate(outputOptions, nameOrFile);
        }
        SchemaDefinition definition = SchemaFile.of(nameOrFile);
        MatrixSchema schema = CallSchema.of(definition);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put(
                "windows", definition.windows().stream().map(Window::toString).collect(Collectors.joining(", ")));
        figures.put(
                "filters", definition.filters().stream().map(CallFilter::label).collect(Collectors.joining(", ")));
        figures.put("storedColumns", schema.columns().size());
        figures.put("derivedColumns", schema.derived().size());
        figures.put("recordBytes", schema.layout().bytes());
        outputOptions.output(environment).printRecord(figures);
        return ExitCode.OK;
    }
}
