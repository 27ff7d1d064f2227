package dev.aimonflink.clients.model;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A small model file that explains each key, as a starting point. */
public final class StarterModel {
    public static final String NAME = "payments";

    private static final String ENTITY = "card";

    private StarterModel() {}

    /**
     * The file of a model with this name, in terms of its singular: {@code parcels} has a row for each {@code parcel}.
     *
     * @throws InvalidInputException if no model can have the name
     */
    public static String text(String name) {
        String text = resource();
        Model model = ModelFile.parse(text, NAME);
        // Checks the name.
        new Model(name, model.event(), model.entity(), model.aggregates(), model.names());
        return name.equals(NAME)
                ? text
                : text.replace("\nmodel: " + NAME + "\n", "\nmodel: " + name + "\n")
                        .replaceAll("\\b" + ENTITY + "(Id)?\\b", singular(name) + "$1")
                        .replace("A payment", "An event")
                        .replaceAll("\\bpayment(s?)\\b", "event$1");
    }

    private static String singular(String name) {
        return Stream.of(
                        name.replaceFirst("ies$", "y"),
                        name.replaceFirst("(?<=ss|x|ch|sh)es$", ""),
                        name.replaceFirst("s$", ""))
                .filter(each -> Names.plural(each).equals(name))
                .findFirst()
                .orElse(name);
    }

    private static String resource() {
        try (InputStream in = StarterModel.class.getResourceAsStream("starter.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The starter in the jar cannot be read.", unreadable);
        }
    }
}
