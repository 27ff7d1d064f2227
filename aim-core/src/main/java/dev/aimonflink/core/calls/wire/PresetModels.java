package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Presets;
import dev.aimonflink.core.format.model.ModelFile;
import dev.aimonflink.core.model.Model;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The models that are part of the product. Each is a file in the jar, for users to read. */
public final class PresetModels {
    private PresetModels() {}

    public static List<String> names() {
        return List.copyOf(Presets.names());
    }

    /** The model of one of the {@linkplain #names() names}. */
    public static Model named(String name) {
        String resource = "/dev/aimonflink/core/calls/models/" + name + ".yaml";
        try (InputStream in = PresetModels.class.getResourceAsStream(resource)) {
            return ModelFile.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), name);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The model " + name + " in the jar cannot be read.", unreadable);
        }
    }
}
