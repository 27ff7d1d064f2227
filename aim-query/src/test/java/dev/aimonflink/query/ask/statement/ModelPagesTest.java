package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks the questions of the pages in docs/models over their example files, with the columns that a job keeps by default. */
class ModelPagesTest {
    @ParameterizedTest
    @ValueSource(strings = {"payments", "devices"})
    void shouldAnswerTheQuestionsAsThePageSays(String name) throws IOException {
        ShippedModel shipped = ShippedModel.withColumnsKeptByDefault(name);
        new PageExamples(new SqlText(shipped.tables(), AnswerLimits.USUAL), shipped.matrix())
                .assertAnswered(Path.of("..", "docs", "models", name + ".md"), 5);
    }
}
