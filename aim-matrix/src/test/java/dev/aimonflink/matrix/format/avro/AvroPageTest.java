package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the page of formats says of Avro against the codec. */
class AvroPageTest {
    private static final Path PAGE = Path.of("..", "docs", "formats.md");

    @Test
    void shouldShowAnEvent() throws IOException {
        String page = Files.readString(PAGE);
        String section = page.substring(page.indexOf("### avro\n"), page.indexOf("## Profiles\n"));
        String digits = section.lines()
                .filter(line -> line.matches(".*\\| `[0-9a-f ]+` \\|"))
                .map(line -> line.replaceAll(".*\\| `([0-9a-f ]+)` \\|", "$1").replace(" ", ""))
                .collect(Collectors.joining());
        Model model = PresetModels.named("aim-42");
        DeclaredEvent call = new DeclaredEvent(model.event());
        call.keyNumber(123_456);
        call.timestampMs(1_795_219_199_999L);
        call.values().bits(0, 3_600);
        call.values().bits(1, 10);
        call.values().bits(2, 0);
        byte[] bytes = new AvroModelCodec(model, AvroSchemas.none()).encode(call);
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(digits);
    }
}
