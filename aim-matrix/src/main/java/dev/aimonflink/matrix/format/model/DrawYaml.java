package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Draw;
import dev.aimonflink.matrix.model.Draw.Distribution;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads how a field of generated events is drawn. The keys present determine the distribution. */
final class DrawYaml {
    private static final String EXAMPLE = "{mean: 20, deviation: 5}";
    private static final String MISSING = "missing";

    private static final List<String> KEYS = keys();

    private final YamlFile file;
    private final Node node;
    private final Map<String, Node> given;

    private static List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Distribution each : Distribution.values()) {
            keys.addAll(each.keys());
        }
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
        Distribution chosen = null;
        for (Distribution each : Distribution.values()) {
            if (each.keys().stream().anyMatch(given::containsKey)) {
                if (chosen != null) {
                    throw file.wrong(
                            node,
                            "draw has " + text(chosen) + ", and also " + text(each)
                                    + ". Give those of one distribution.");
                }
                chosen = each;
            }
        }
        return new Draw(chosen == null ? null : new Draw.Shape(chosen, numbers(chosen)), missing);
    }

    private static String text(Distribution distribution) {
        return String.join(" and ", distribution.keys());
    }

    private List<BigDecimal> numbers(Distribution distribution) {
        if (distribution == Distribution.WEIGHTS) {
            String key = distribution.keys().get(0);
            return file.list(given.get(key), key, "[60, 30, 10]").stream()
                    .map(each -> file.decimal(each, key))
                    .toList();
        }
        for (String key : distribution.keys()) {
            if (!given.containsKey(key)) {
                throw file.wrong(node, "draw has no " + key + ". Give " + text(distribution) + ".");
            }
        }
        return distribution.keys().stream().map(this::number).toList();
    }

    private BigDecimal number(String key) {
        return file.decimal(given.get(key), key);
    }
}
