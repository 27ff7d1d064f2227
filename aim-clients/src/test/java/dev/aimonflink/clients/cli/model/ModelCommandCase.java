package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A model of payments in a folder of its own. */
abstract class ModelCommandCase {
    static final String PAYMENTS = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: {type: money, min: 0, max: 1000}
              items: {type: int, min: 1, max: 99, optional: true}
              merchant: {type: enum, values: [FOOD, OTHER], unknown: OTHER}
            attributes:
              zip: {type: text, table: regions, columns: [city]}
              tier: {type: enum, values: [basic, gold]}
            tables: {regions: regions.csv}
            filters: {food: merchant = 'FOOD'}
            windows: [1 day, last 2 hours]
            aggregates:
              events: [count]
              amount: [max, avg]
              items: [sum]
            aliases: {payments_today: count_events_this_day}
            """;

    @TempDir
    Path folder;

    static CommandRun run(String... args) {
        return CommandRun.of(new FakeKafka(), args);
    }

    /** With the file of its table beside it. */
    String file(String yaml) throws IOException {
        table("zip,city,region\nCH-8000,Zurich,ZH\n");
        return Files.writeString(folder.resolve("payments.yaml"), yaml).toString();
    }

    void table(String csv) throws IOException {
        Files.writeString(folder.resolve("regions.csv"), csv);
    }

    /** Both commands find it. */
    void assertMistake(String file, String message) {
        for (String subcommand : List.of("show", "validate")) {
            run("model", subcommand, file).refuses(message + "\n");
        }
    }
}
