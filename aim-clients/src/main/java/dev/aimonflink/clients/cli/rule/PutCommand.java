package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleModel;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aim rules put}. */
@Command(
        name = "put",
        description = {
            "Give the rules of a file to the job, while it runs. Rules that the job has and the file does not have stay.",
            "",
            "The file is checked first, for the job's model and for what the job allows; if one rule is wrong, none is"
                    + " written. What changes is shown, and is written when you agree. A rule that changes gets a new version,"
                    + " which judges the events that Kafka takes 2 s later and on, or what aim.rules.delay of the job says; the"
                    + " command waits until it does.",
            "",
            "With --version, make the rules again what they were when that version was the newest. Of a rule that there was"
                    + " not yet, that is to delete it. --rule says which rules; all unless it is given.",
            "",
            "With --apply-now, the rules of the file also fire at once for the entities for which they are true now, once for"
                    + " each. Before it asks, the command shows how many these are."
        },
        footer = {
            "",
            "Examples:",
            "  aim rules put rules.yaml",
            "  aim rules put rules.yaml --dry-run",
            "  aim rules put rules.yaml --yes --note \"after the campaign\"",
            "  aim rules put rules.yaml --apply-now",
            "  aim rules put --version 17 --rule dear-day"
        })
final class PutCommand extends CommandOfVersions {
    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private WriteOptions write;

    @Mixin
    private ModelOptions models;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FILE", description = "A file of rules, - for stdin.")
    private String file;

    @Mixin
    private ZoneOptions zone;

    @Option(names = "--version", paramLabel = "N", description = "Go back to what was so at version N.")
    private Long version;

    @Option(names = "--rule", paramLabel = "ID", description = "With --version: this rule only. Repeatable.")
    private final List<String> only = new ArrayList<>();

    @Option(
            names = "--apply-now",
            description =
                    "Fire also for the entities for which the rules are true now, without waiting for their events.")
    private boolean isApplied;

    @Option(names = "--dry-run", description = "Show what would change, and write nothing.")
    private boolean isDryRun;

    @Mixin
    private Agreement agreement;

    PutCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        requireFitting();
        KnownModel known = models.required(environment, write.rules().kafka());
        RulesPublisher topic = write.rules().topic(environment);
        Optional<RulesOfJob> job = write.job(environment);
        RuleModel model = RuleModel.of(known, zone.of(job));
        List<Rule> wanted = file == null ? null : ofFile(model, job);
        RuleLog log = topic.read();
        List<RuleChange> changes = wanted == null ? back(log, model) : to(wanted, log, model, job);
        job.ifPresent(asked -> asked.requireAllowed(changes));
        log.requireRoom(changes);
        showForWhom(changes);
        if (isDryRun) {
            return write.dryRun(changes, environment);
        }
        write.show(changes, environment);
        return agreement.to(changes, environment) ? write.write(changes, topic, log, job, environment) : ExitCode.OK;
    }

    private void requireFitting() {
        if ((file == null) == (version == null)) {
            throw new ParameterException(
                    spec.commandLine(), "Give a file of rules, or the --version to which to go back.");
        }
        if (isApplied && version != null) {
            throw new ParameterException(
                    spec.commandLine(), "--apply-now is for the rules of a file. Leave it out, or put the file.");
        }
        if (!only.isEmpty() && version == null) {
            throw new ParameterException(
                    spec.commandLine(), "--rule is for --version; of a file, all rules are put. Leave it out.");
        }
    }

    private List<Rule> ofFile(RuleModel model, Optional<RulesOfJob> job) {
        List<Rule> rules = model.rules(RuleFileOptions.rules(file, environment), RuleFileOptions.nameOf(file));
        if (isApplied) {
            model.requireWithoutEvents(rules);
        }
        if (rules.stream().anyMatch(PutCommand::hasTimes)) {
            zone.print(job, environment);
        }
        return rules;
    }

    private static boolean hasTimes(Rule rule) {
        boolean isMutedUntil =
                !rule.mute().equals(Rule.Mute.NONE) && rule.mute().until() != null;
        return isMutedUntil || !rule.valid().equals(Rule.Validity.ALWAYS);
    }

    private List<RuleChange> to(List<Rule> wanted, RuleLog log, RuleModel model, Optional<RulesOfJob> job) {
        Set<String> others = new TreeSet<>(log.present().keySet());
        wanted.forEach(rule -> others.remove(rule.id()));
        if (!others.isEmpty()) {
            environment
                    .err()
                    .println(others.size() == 1 ? "1 other rule stays." : others.size() + " other rules stay.");
        }
        List<RuleChange> changes = log.changesTo(wanted, model, job);
        return isApplied ? changes.stream().map(RuleChange::applied).toList() : changes;
    }

    /** Says for how many entities event-less rules are true; the job refuses a rule whose scan it refuses. */
    private void showForWhom(List<RuleChange> changes) {
        List<Rule> atOnce = changes.stream()
                .filter(each ->
                        !each.isNone() && each.after() != null && each.after().enabled())
                .filter(each -> each.isApplied() || each.after().check() != null)
                .map(RuleChange::after)
                .filter(rule -> !hasTimes(rule) && rule.mute().equals(Rule.Mute.NONE))
                .toList();
        if (!atOnce.isEmpty()) {
            write.preview(atOnce, environment).forEach((rule, entities) -> environment
                    .err()
                    .println(rule + " is true for " + entities + (entities == 1 ? " entity" : " entities")
                            + " now, and will fire for " + (entities == 1 ? "it" : "each") + " at once."));
        }
    }

    private static Rule ruleOf(RuleVersion versionOrNull) {
        return versionOrNull == null ? null : versionOrNull.rule();
    }

    // ---- back

    private List<RuleChange> back(RuleLog log, RuleModel model) {
        if (version < 0 || version > log.newest()) {
            throw new InvalidInputException(
                    "version=" + version + " is none: the newest is " + log.newest() + ". `aim rules log` shows all.");
        }
        only.forEach(log::of);
        Map<String, RuleVersion> old = log.at(version);
        Map<String, RuleVersion> present = log.present();
        TreeSet<String> ids = new TreeSet<>(old.keySet());
        ids.addAll(present.keySet());
        ids.removeIf(id -> !only.isEmpty() && !only.contains(id));
        List<RuleChange> changes = new ArrayList<>();
        for (String id : ids) {
            Rule rule = ruleOf(old.get(id));
            RuleChange change = RuleChange.to(rule, id, ruleOf(present.get(id)), model);
            if (rule != null && !change.isNone()) {
                requireMeaning(rule, model);
            }
            changes.add(change);
        }
        return changes;
    }

    private static void requireMeaning(Rule rule, RuleModel model) {
        try {
            RuleExpressions.of(rule, model.columns());
        } catch (ModelException wrong) {
            throw new InvalidInputException(
                    "The old version of rule " + rule.id() + " does not fit the current model: " + wrong.getMessage(),
                    wrong);
        }
    }
}
