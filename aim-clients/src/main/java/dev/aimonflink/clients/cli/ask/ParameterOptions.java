package dev.aimonflink.clients.cli.ask;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The parameters of the queries; a mixin. The catalogue decides which query takes which. */
final class ParameterOptions {
    @Option(names = "--alpha", paramLabel = "N", description = "q1: more local calls this week than this.")
    private Long alpha;

    @Option(names = "--beta", paramLabel = "N", description = "q2: more calls this week than this; w3: fewer.")
    private Long beta;

    @Option(names = "--gamma", paramLabel = "N", description = "q4: more local calls this week than this.")
    private Long gamma;

    @Option(names = "--delta", paramLabel = "N", description = "q4: more seconds of local calls this week than this.")
    private Long delta;

    @Option(names = "--subscription-type", paramLabel = "NAME", description = "q5: such as prepaid, contract.")
    private String subscriptionType;

    @Option(names = "--category", paramLabel = "NAME", description = "q5: such as business, private, company.")
    private String category;

    @Option(names = "--country", paramLabel = "NAME", description = "q6: such as Switzerland.")
    private String country;

    @Option(
            names = "--cell-value-type",
            paramLabel = "NAME",
            description = "q7, flat_rate: such as none, silver, gold, platinum.")
    private String cellValueType;

    @Option(names = "--subscriber-id", paramLabel = "ID", description = "subscriber: whose record.")
    private Long subscriberId;

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUE",
            description = "Any parameter by its name; --list shows all. Repeatable.")
    private final Map<String, String> named = new TreeMap<>();

    /** As texts, by the catalogue's names. */
    Map<String, String> named() {
        return named;
    }

    Map<String, Object> given() {
        Map<String, Object> given = new TreeMap<>();
        given.put("alpha", alpha);
        given.put("beta", beta);
        given.put("gamma", gamma);
        given.put("delta", delta);
        given.put("subscriptionType", subscriptionType);
        given.put("category", category);
        given.put("country", country);
        given.put("cellValueType", cellValueType);
        given.put("subscriberId", subscriberId);
        given.values().removeIf(value -> value == null);
        return given;
    }
}
