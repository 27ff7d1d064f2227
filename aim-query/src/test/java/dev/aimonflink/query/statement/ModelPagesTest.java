package dev.aimonflink.query.statement;

import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.query.tables.MatrixTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asks the questions of the pages in docs/models over their example files, with the columns that a job keeps by default. */
class ModelPagesTest {
    private static final Path FOLDER = Path.of("..", "docs", "models");

    private static SqlMatrix matrix(MatrixTables tables, String profiles, String events) throws IOException {
        MatrixSchema schema = tables.schema();
        Model model = schema.model();
        SqlMatrix matrix = new SqlMatrix(tables, 2, KeptColumns.of(schema, List.of(KeptColumns.AUTO)));
        ProfileModelCodec profileCodec = new ProfileModelCodec(model);
        for (byte[] line : lines(profiles)) {
            EntityProfile profile = (EntityProfile) profileCodec.decode(line);
            matrix.profile(profile.key(), profile.attributes());
        }
        JsonModelCodec eventCodec = new JsonModelCodec(model);
        DeclaredEvent event = new DeclaredEvent(model.event());
        for (byte[] line : lines(events)) {
            eventCodec.decode(line, event);
            matrix.event(event);
        }
        return matrix;
    }

    private static List<byte[]> lines(String name) throws IOException {
        return Files.readAllLines(FOLDER.resolve("example-" + name + ".jsonl")).stream()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"payments, cards, payments", "devices, sensors, readings"})
    void shouldAnswerTheQuestionsAsThePageSays(String name, String profiles, String events) throws IOException {
        ModelSource source =
                ModelSource.of("Model", FOLDER.resolve(name + ".yaml").toString());
        MatrixTables tables = new MatrixTables(MatrixSchema.of(source.model()), source.tables(), Map.of());
        SqlMatrix matrix = matrix(tables, profiles, events);
        new PageExamples(new SqlText(tables, AnswerLimits.USUAL), matrix)
                .assertAnswered(FOLDER.resolve(name + ".md"), 5);
    }
}
