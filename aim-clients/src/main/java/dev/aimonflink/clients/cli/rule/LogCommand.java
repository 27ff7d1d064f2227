package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.OutputOptions;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.rules.judge.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code aim rules log}. */
@Command(
        name = "log",
        description = {
            "Show all versions of a rule, or of all rules, the oldest first: when, who, what changed to what, and why; and"
                    + " of a version that makes a rule what it was before, since which version it was so.",
            "",
            "The formats other than a table also have the fingerprint of the model that each was checked for, and its lines"
                    + " that differ from those of the version before."
        },
        footer = {"", "Examples:", "  aim rules log", "  aim rules log dear-day --output json"},
        mixinStandardHelpOptions = true)
final class LogCommand implements Callable<Integer> {
    private static final List<String> TABLE = List.of("version", "time", "rule", "by", "change", "note");
    private static final List<String> COLUMNS =
            List.of("version", "time", "rule", "by", "change", "note", "checkedFor", "differences");

    private final Environment environment;

    @Mixin
    private RulesTopicOptions rules;

    @Mixin
    private OutputOptions output;

    @Parameters(index = "0", arity = "0..1", paramLabel = "ID", description = "A rule's id. Default: all rules")
    private String id;

    LogCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        RuleLog log = rules.topic(environment).read();
        List<RuleVersion> shown = log.of(id);
        boolean isTable = output.format() == OutputFormat.TABLE;
        List<String> columns = isTable ? TABLE : COLUMNS;
        Map<String, Rule> present = new HashMap<>();
        Map<Rule, Long> former = new HashMap<>();
        List<List<Object>> rows = new ArrayList<>();
        for (RuleVersion each : shown) {
            RuleChange change = new RuleChange(each.id(), present.get(each.id()), each.rule(), null);
            Long asBefore = each.rule() == null ? null : former.putIfAbsent(each.rule(), each.number());
            rows.add(row(each, change, asBefore).subList(0, columns.size()));
            if (each.fault() == null) {
                present.put(each.id(), each.rule());
            }
        }
        output.output(environment).print(columns, rows);
        return ExitCode.OK;
    }

    private static List<Object> row(RuleVersion version, RuleChange change, Long asBeforeOrNull) {
        boolean isReadable = version.fault() == null;
        return Arrays.asList(
                version.number(),
                version.time(),
                version.id(),
                version.by(),
                isReadable ? what(version, change, asBeforeOrNull) : "unreadable: " + version.fault(),
                version.note(),
                version.checkedFor(),
                isReadable ? String.join("\n", change.differences()) : null);
    }

    private static String what(RuleVersion version, RuleChange change, Long asBeforeOrNull) {
        return (change.kind().equals("changed") ? changed(version, change) : change.kind())
                + (asBeforeOrNull == null || change.isNone() ? "" : ", as in version " + asBeforeOrNull);
    }

    private static String changed(RuleVersion version, RuleChange change) {
        if (version.suspends() != null) {
            return "suspended";
        }
        if (change.changedKeys().equals(Set.of("enabled"))) {
            return version.rule().enabled() ? "enabled" : "disabled";
        }
        return "changed " + change.summary();
    }
}
