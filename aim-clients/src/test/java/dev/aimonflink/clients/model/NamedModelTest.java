package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class NamedModelTest {
    @TempDir
    private Path folder;

    private static NamedModel of(String nameOrFile) {
        return NamedModel.of(nameOrFile, InputStream.nullInputStream());
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("file.yaml"), text).toString();
    }

    @Test
    void shouldFindPresetsAndMultiplesOf42() {
        assertThat(of("aim-42").model()).isEqualTo(PresetModels.named("aim-42"));
        assertThat(of("aim-546").model()).isEqualTo(PresetModels.named("aim-546"));
        assertThat(of("aim-84").model().columns()).hasSize(84);
        assertThat(of("aim-84").model().name()).isEqualTo("aim_84");
    }

    @Test
    void shouldReadModels() throws IOException {
        String model = file(StarterModel.text("payments"));
        assertThat(of(model).model().name()).isEqualTo("payments");
        assertThat(of(model).isOfCalls()).isFalse();
    }

    @Test
    void shouldReadStandardInput() {
        InputStream in = new ByteArrayInputStream(StarterModel.text("orders").getBytes(StandardCharsets.UTF_8));
        NamedModel source = NamedModel.of("-", in);
        assertThat(source.model().name()).isEqualTo("orders");
        assertThat(source.name()).isEqualTo("stdin");
    }

    @Test
    void shouldSayWhyThereIsNone() throws IOException {
        assertWrong(
                "aim-43",
                "Model 'aim-43' is neither a file nor a name: "
                        + Path.of("aim-43").toAbsolutePath() + " does not exist. Did you mean 'aim-42'?");
        assertWrong(
                "no-file.yaml",
                "Model 'no-file.yaml' is neither a file nor a name: "
                        + Path.of("no-file.yaml").toAbsolutePath() + " does not exist."
                        + " Give the path of a file, or one of aim-42, aim-546.");
        String large = file("#".repeat(64 * 1024 + 1));
        assertWrong(large, "Model file=" + large + " is larger than 65536 bytes. Give a file with the model only.");
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {(byte) 0xe4});
        assertWrong(latin.toString(), "Model file=" + latin + " is not UTF-8. Save it as UTF-8.");
        assertFails(InvalidInputException.class, () -> of(folder.toString()))
                .hasMessageStartingWith("Model file=" + folder + " cannot be read: ")
                .hasMessageEndingWith(". Give a readable file.");
    }

    private static void assertWrong(String nameOrFile, String message) {
        assertFails(InvalidInputException.class, () -> of(nameOrFile)).hasMessage(message);
    }
}
