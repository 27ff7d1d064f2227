package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.model.MemoryNeeds;
import dev.aimonflink.clients.model.ModelSize;
import dev.aimonflink.clients.model.NamedModel;
import dev.aimonflink.clients.model.StarterModel;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aim model}. */
@Command(
        name = "model",
        description = "Show, check or begin a model: what is kept of which events.",
        footer = {
            "",
            "Examples:",
            "  aim model new payments --out payments.yaml",
            "  aim model validate payments.yaml",
            "  aim model show payments.yaml"
        },
        mixinStandardHelpOptions = true)
public final class ModelCommand {
    private static final String SOURCES = "A model file, - for stdin, aim-42 or aim-546.";

    private static final String TABLES =
            "The tables of a model file are read and checked too. Those of a model on stdin are not, since it has no"
                    + " folder, and those of aim-42 and aim-546 are shipped.";

    /** Calls had a binary form before there were models. */
    private static final String BINARY_CALLS =
            "The job's option aim.events.format=binary means another form of calls, of 25 bytes: see docs/formats.md#events.";

    private final Environment environment;

    public ModelCommand(Environment environment) {
        this.environment = environment;
    }

    // ---- show

    @Command(
            name = "show",
            description = {
                "Show a model: the event's fields, the entity's attributes, filters, windows, and the columns with their"
                        + " names and types. As a table, more than " + ModelPrinter.MAX_LISTED_COLUMNS
                        + " columns are summed up; json has the whole model, jsonl and csv have its columns.",
                TABLES
            },
            footer = {
                "",
                "Examples:",
                "  aim model show",
                "  aim model show aim-546 --columns",
                "  aim model show payments.yaml --entities 5000000 --partitions 4",
                "  aim model show payments.yaml --binary",
                "  aim model show payments.yaml --output json"
            },
            mixinStandardHelpOptions = true)
    int show(
            @Mixin OutputOptions outputOptions,
            @Parameters(
                            index = "0",
                            arity = "0..1",
                            paramLabel = "MODEL",
                            defaultValue = "aim-42",
                            description = SOURCES + " Default: ${DEFAULT-VALUE}")
                    String nameOrFile,
            @Option(names = "--columns", description = "List all columns, however many there are.")
                    boolean isListingAll,
            @Option(
                            names = "--entities",
                            paramLabel = "N",
                            description = "Show the memory that N entities take, and the disk of their checkpoints.")
                    Long entities,
            @Option(
                            names = "--partitions",
                            paramLabel = "N",
                            description = "Divide --entities among N partitions. Default: 1")
                    Integer partitions,
            @Option(
                            names = "--binary",
                            description =
                                    "Show how events are written as bytes: the meaning of each byte, and an example.")
                    boolean isBinary) {
        if (isListingAll && isBinary) {
            throw new InvalidInputException("--columns lists no bytes. Give --columns or --binary, not both.");
        }
        if (partitions != null && entities == null) {
            throw new InvalidInputException("--partitions is for the memory of --entities. Give how many there are.");
        }
        NamedModel source = NamedModel.of(nameOrFile, environment.in());
        if (nameOrFile.equals(NamedModel.STDIN)) {
            printUnreadTables(source);
        }
        ModelPrinter printer = new ModelPrinter(source.model(), outputOptions.output(environment), environment.out());
        if (isBinary) {
            printer.printBinary();
            if (source.isOfCalls()) {
                environment.err().println(BINARY_CALLS);
            }
        } else {
            printer.print(
                    isListingAll,
                    entities == null
                            ? null
                            : new MemoryNeeds(source.model(), entities, partitions == null ? 1 : partitions));
        }
        return ExitCode.OK;
    }

    // ---- validate

    @Command(
            name = "validate",
            description = {
                "Check a model file, and show how much it keeps of each entity. What has no effect is a warning on"
                        + " stderr. If the file is wrong, the exit code is 2 and a sentence names the line, the column"
                        + " and the fix.",
                TABLES
            },
            footer = {
                "",
                "Examples:",
                "  aim model validate payments.yaml",
                "  cat payments.yaml | aim model validate -"
            },
            mixinStandardHelpOptions = true)
    int validate(
            @Mixin OutputOptions outputOptions,
            @Parameters(index = "0", paramLabel = "MODEL", description = SOURCES) String nameOrFile) {
        NamedModel source = NamedModel.of(nameOrFile, environment.in());
        ModelSize size = ModelSize.of(source.model());
        printUnreadTables(source);
        List<String> warnings = source.warnings();
        warnings.forEach(warning -> environment.err().println(source.name() + ": warning: " + warning));
        AnswerOutput output = outputOptions.output(environment);
        if (output.format() == OutputFormat.TABLE) {
            environment
                    .out()
                    .println(source.name() + " is a valid model: " + size.storedColumns() + " columns stored, "
                            + size.computedColumns() + " computed, " + size.recordBytes() + " bytes a record, "
                            + size.rowBytes() + " bytes a row, " + counted(warnings) + ".\n"
                            + ModelSize.sql(source.model()));
        } else {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("model", source.model().name());
            figures.putAll(size.figures());
            figures.put("warnings", warnings.size());
            output.printRecord(figures);
        }
        return ExitCode.OK;
    }

    private void printUnreadTables(NamedModel source) {
        String unread = source.unreadTables();
        if (unread != null) {
            environment.err().println(source.name() + ": note: " + unread);
        }
    }

    private static String counted(List<String> warnings) {
        return switch (warnings.size()) {
            case 0 -> "no warning";
            case 1 -> "1 warning";
            default -> warnings.size() + " warnings";
        };
    }

    // ---- new

    @Command(
            name = "new",
            description = {
                "Write a small model to begin with, in which a comment explains each key. An existing file is never"
                        + " overwritten."
            },
            footer = {"", "Examples:", "  aim model new", "  aim model new orders --out orders.yaml"},
            mixinStandardHelpOptions = true)
    int create(
            @Parameters(
                            index = "0",
                            arity = "0..1",
                            paramLabel = "NAME",
                            defaultValue = StarterModel.NAME,
                            description = "The name of the model. Default: ${DEFAULT-VALUE}")
                    String name,
            @Option(names = "--out", paramLabel = "FILE", description = "A new file to write. Default: stdout")
                    Path file) {
        environment.writeNew(file, StarterModel.text(name), "aim model validate");
        return ExitCode.OK;
    }
}
