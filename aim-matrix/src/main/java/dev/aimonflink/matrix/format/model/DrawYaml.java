package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Draw;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads how a field of generated events is drawn. Which keys there are says which distribution it is. */
final class DrawYaml {
    private static final String EXAMPLE = "{mean: 20, deviation: 5}";
    private static final String MISSING = "missing";
    private static final String WEIGHTS = "weights";

    private record Form(List<String> keys, Function<List<BigDecimal>, Draw.Shape> shape) {}

    private static final List<Form> FORMS = List.of(
            new Form(List.of("from", "to"), numbers -> new Draw.Uniform(numbers.get(0), numbers.get(1))),
            new Form(List.of("mean", "deviation"), numbers -> new Draw.Normal(numbers.get(0), numbers.get(1))),
            new Form(List.of("median", "factor"), numbers -> new Draw.LogNormal(numbers.get(0), numbers.get(1))),
            new Form(List.of("zipf"), numbers -> new Draw.Zipf(numbers.get(0))),
            new Form(List.of("share"), numbers -> new Draw.Share(numbers.get(0))),
            new Form(List.of(WEIGHTS), Draw.Weights::new));

    private static final List<String> KEYS = keys();

    private final YamlFile file;
    private final Node node;
    private final Map<String, Node> given;

    private static List<String> keys() {
        List<String> keys = new ArrayList<>();
        FORMS.forEach(form -> keys.addAll(form.keys()));
        keys.add(MISSING);
        return keys;
    }

    DrawYaml(YamlFile file, Node node) {
        this.file = file;
        this.node = node;
        given = file.mapping(node, "draw", EXAMPLE, KEYS);
    }

    Draw draw() {
        BigDecimal missing = given.containsKey(MISSING) ? number(MISSING) : null;
        Form chosen = null;
        for (Form form : FORMS) {
            if (form.keys().stream().anyMatch(given::containsKey)) {
                if (chosen != null) {
                    throw file.wrong(
                            node,
                            "draw has " + text(chosen) + ", and also " + text(form)
                                    + ". Give those of one distribution.");
                }
                chosen = form;
            }
        }
        return new Draw(chosen == null ? null : chosen.shape().apply(numbers(chosen)), missing);
    }

    private static String text(Form form) {
        return String.join(" and ", form.keys());
    }

    private List<BigDecimal> numbers(Form form) {
        if (form.keys().contains(WEIGHTS)) {
            return file.list(given.get(WEIGHTS), WEIGHTS, "[60, 30, 10]").stream()
                    .map(each -> file.decimal(each, WEIGHTS))
                    .toList();
        }
        for (String key : form.keys()) {
            if (!given.containsKey(key)) {
                throw file.wrong(node, "draw has no " + key + ". Give " + text(form) + ".");
            }
        }
        return form.keys().stream().map(this::number).toList();
    }

    private BigDecimal number(String key) {
        return file.decimal(given.get(key), key);
    }
}
