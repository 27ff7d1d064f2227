package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.format.model.CsvTables;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The models that ship with the product. They and their tables are files in the jar, for users to read. */
public final class PresetModels {
    private static final List<String> FILES = List.of("aim-42", "aim-546");

    /** Also matches models without a file, with other numbers of copies. */
    private static final Pattern NAME = Pattern.compile("aim-(\\d{1,9})");

    private PresetModels() {}

    public static List<String> names() {
        return FILES;
    }

    /** One of the {@linkplain #names() names}, or the like with another multiple of 42. */
    public static Optional<Model> find(String name) {
        if (FILES.contains(name)) {
            return Optional.of(named(name));
        }
        Matcher parts = NAME.matcher(name);
        return parts.matches() && CallModel.isNumber(Integer.parseInt(parts.group(1)))
                ? Optional.of(CallModel.withAggregates(Integer.parseInt(parts.group(1))))
                : Optional.empty();
    }

    public static Model named(String name) {
        return ModelFile.parse(new String(bytes(name + ".yaml"), StandardCharsets.UTF_8), name);
    }

    public static EntityTables tables() {
        return Tables.READ;
    }

    /** Writes the tables' files to a folder, beside a model written there that names them. */
    public static void writeTables(Path folder) throws IOException {
        for (String file : CallModel.entityType().tables().values()) {
            Files.write(folder.resolve(file), bytes(file));
        }
    }

    /** Read on first use, because most commands need none. */
    private static final class Tables {
        static final EntityTables READ = CsvTables.read(CallModel.entityType(), PresetModels::bytes);
    }

    private static byte[] bytes(String file) {
        try (InputStream in = PresetModels.class.getResourceAsStream("models/" + file)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The file " + file + " in the jar cannot be read.", unreadable);
        }
    }
}
