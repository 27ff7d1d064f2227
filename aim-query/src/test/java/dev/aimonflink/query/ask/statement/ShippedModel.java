package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.setup.KeptColumns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/** The tables of a model of the documentation, and two partitions with the rows of its page. */
public record ShippedModel(MatrixTables tables, SqlMatrix matrix) {
    static final MatrixTables CALLS =
            new MatrixTables(CallModel.schema(42), PresetModels.tables(), CallModel.tableAliases());

    private static final Path DOCS = Path.of("..", "docs");
    private static final Path MODELS = DOCS.resolve("models");

    /** @param name that of a file in {@code docs/models}, or {@code calls} */
    public static ShippedModel withAllColumns(String name) throws IOException {
        MatrixTables tables = tables(name);
        return filled(name, tables, new SqlMatrix(tables, 2));
    }

    static ShippedModel withColumnsKeptByDefault(String name) throws IOException {
        MatrixTables tables = tables(name);
        return filled(
                name, tables, new SqlMatrix(tables, 2, KeptColumns.of(tables.schema(), List.of(KeptColumns.AUTO))));
    }

    private static MatrixTables tables(String name) {
        if (name.equals("calls")) {
            return CALLS;
        }
        ModelSource source =
                ModelSource.of("Model", MODELS.resolve(name + ".yaml").toString());
        return new MatrixTables(MatrixSchema.of(source.model()), source.tables(), Map.of());
    }

    private static ShippedModel filled(String name, MatrixTables tables, SqlMatrix matrix) throws IOException {
        Model model = tables.schema().model();
        switch (name) {
            case "calls" -> fillCalls(matrix);
            case "payments" -> fill(matrix, model, "example-cards.jsonl", "example-payments.jsonl");
            case "devices" -> fill(matrix, model, "example-sensors.jsonl", "example-readings.jsonl");
            default -> throw new IllegalArgumentException("model=" + name + " has no rows. Name them here.");
        }
        return new ShippedModel(tables, matrix);
    }

    private static void fill(SqlMatrix matrix, Model model, String profiles, String events) throws IOException {
        ProfileModelCodec profileCodec = new ProfileModelCodec(model);
        for (byte[] line : bytes(Files.readAllLines(MODELS.resolve(profiles)))) {
            EntityProfile profile = (EntityProfile) profileCodec.decode(line);
            matrix.profile(profile.key(), profile.attributes());
        }
        JsonModelCodec eventCodec = new JsonModelCodec(model);
        DeclaredEvent event = new DeclaredEvent(model.event());
        for (byte[] line : bytes(Files.readAllLines(MODELS.resolve(events)))) {
            eventCodec.decode(line, event);
            matrix.event(event);
        }
    }

    private static void fillCalls(SqlMatrix matrix) throws IOException {
        for (byte[] line : block("profiles")) {
            Profile profile = new CallProfiles().decode(line);
            matrix.profile(EntityId.of(profile.subscriberId()), CallProfiles.attributes(profile));
        }
        for (byte[] line : block("calls")) {
            matrix.event(CallModel.event(CallCodec.of(EventFormat.JSON).decode(line)));
        }
    }

    private static List<byte[]> block(String what) throws IOException {
        List<byte[]> lines = bytes(Pattern.compile("(?ms)^```json " + what + "\\n(.*?)^```$")
                .matcher(Files.readString(DOCS.resolve("formats.md")))
                .results()
                .flatMap(block -> block.group(1).lines())
                .toList());
        assertThat(lines).isNotEmpty();
        return lines;
    }

    private static List<byte[]> bytes(List<String> lines) {
        return lines.stream().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
    }
}
