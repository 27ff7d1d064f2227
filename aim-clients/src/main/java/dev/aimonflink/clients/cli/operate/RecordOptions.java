package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.environment.StopSignal;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.sql.text.Spelling;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How records of a topic are shown, a row each; a mixin. */
final class RecordOptions {
    /** A table with longer records is wider than screens. */
    static final int MAX_TABLE_CHARS = 160;

    /** All of a topic is shown, not only its newest records. */
    static final int ALL = 0;

    record Rows(List<String> columns, Function<ConsumerRecord<byte[], byte[]>, List<Object>> row) {}

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private ConnectionOptions kafka;

    @Mixin
    private OutputOptions outputOptions;

    @Option(names = "--follow", description = "Then show those that come, until Ctrl-C.")
    private boolean isFollowing;

    ConnectionOptions kafka() {
        return kafka;
    }

    /**
     * Shows the existing records, and then, if wanted, those that come.
     *
     * @param limit how many of the newest, or {@link #ALL}
     * @param inTable for people
     * @param inFull for programs
     * @param none the message if the topic has none
     */
    int show(
            Environment environment,
            String topic,
            int limit,
            Predicate<ConsumerRecord<byte[], byte[]>> kind,
            Rows inTable,
            Rows inFull,
            String none) {
        if ((isFollowing || limit == ALL) && outputOptions.format() == OutputFormat.JSON) {
            throw new ParameterException(
                    command.commandLine(),
                    "--output json is one document, and here each record is written as it is read. Give --output"
                            + " jsonl.");
        }
        AnswerOutput output = outputOptions.output(environment);
        Rows rows = output.format() == OutputFormat.TABLE ? inTable : inFull;
        Writing writing = new Writing(output, rows, kind);
        try (StopSignal stop = new StopSignal();
                TopicReader reader = environment.clients().topicReader(kafka.connection(environment), topic)) {
            if (limit != ALL) {
                writing.write(reader.newest(limit, kind));
            }
            while (limit == ALL && !reader.isAtEnd() && !stop.isRequested()) {
                writing.write(reader.nextToEnd());
            }
            if (!writing.hasBegun) {
                environment.err().println("The topic " + topic + " has no " + none + ".");
            }
            while (isFollowing && !stop.isRequested()) {
                writing.write(reader.next());
            }
        }
        if (!writing.hasBegun) {
            // A program reads an empty answer like any other.
            output.print(rows.columns, List.of());
        }
        return ExitCode.OK;
    }

    /** Shows records that have been read elsewhere. */
    void print(Environment environment, List<ConsumerRecord<byte[], byte[]>> records, Rows inTable, Rows inFull) {
        AnswerOutput output = outputOptions.output(environment);
        Rows rows = output.format() == OutputFormat.TABLE ? inTable : inFull;
        output.print(rows.columns, records.stream().map(rows.row).toList());
    }

    private static final class Writing {
        private final AnswerOutput output;
        private final Rows rows;
        private final Predicate<ConsumerRecord<byte[], byte[]>> kind;
        private boolean hasBegun;

        Writing(AnswerOutput output, Rows rows, Predicate<ConsumerRecord<byte[], byte[]>> kind) {
            this.output = output;
            this.rows = rows;
            this.kind = kind;
        }

        void write(List<ConsumerRecord<byte[], byte[]>> records) {
            List<List<Object>> cells =
                    records.stream().filter(kind).map(rows.row).toList();
            if (hasBegun && !cells.isEmpty()) {
                output.printMore(rows.columns, cells);
            } else if (!cells.isEmpty()) {
                output.print(rows.columns, cells);
            }
            hasBegun |= !cells.isEmpty();
        }
    }

    /** A text as a table cell. */
    static String line(String text) {
        return text == null ? null : Spelling.shortened(text.replaceAll("\\s+", " "), MAX_TABLE_CHARS);
    }
}
