package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.cli.options.ConnectionOptions;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.clients.rule.RuleLog;
import dev.aimonflink.clients.rule.RuleVersion;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.clients.rule.RulesPublisher;
import dev.aimonflink.rules.judge.Rule;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that changes one thing of some rules, by a new version of each. */
abstract class SwitchCommand implements Callable<Integer> {
    final Environment environment;

    @Mixin
    private WriteOptions write;

    @Parameters(arity = "1..*", paramLabel = "ID", description = "The rules' ids.")
    private List<String> ids;

    SwitchCommand(Environment environment) {
        this.environment = environment;
    }

    /** The wanted rule; null for none. */
    abstract Rule changed(Rule rule, Optional<RulesOfJob> job);

    RuleVersion version(String id, RuleLog log) {
        return log.present(id);
    }

    ConnectionOptions kafka() {
        return write.rules().kafka();
    }

    /** Whether it may be written. What one word can undo needs no question. */
    boolean isAgreed(List<RuleChange> changes) {
        return true;
    }

    @Override
    public Integer call() {
        RulesPublisher topic = write.rules().topic(environment);
        RuleLog log = topic.read();
        List<RuleVersion> versions =
                new LinkedHashSet<>(ids).stream().map(id -> version(id, log)).toList();
        Optional<RulesOfJob> job = write.job(environment);
        List<RuleChange> changes =
                versions.stream().map(each -> change(each, job)).toList();
        write.show(changes, environment);
        versions.stream().map(this::warning).flatMap(Optional::stream).forEach(environment.err()::println);
        return isAgreed(changes) ? write.write(changes, topic, log, job, environment) : ExitCode.OK;
    }

    Optional<String> warning(RuleVersion version) {
        return Optional.empty();
    }

    /** It keeps the check of the earlier version, because its expressions stay. */
    private RuleChange change(RuleVersion version, Optional<RulesOfJob> job) {
        Rule after = changed(version.rule(), job);
        return new RuleChange(version.id(), version.rule(), after, after == null ? null : version.checkedFor());
    }

    static Rule muted(Rule rule, Rule.Mute mute) {
        return rule.with(rule.enabled(), mute);
    }

    /** {@code aim rules disable}. */
    @Command(
            name = "disable",
            description = {
                "Let rules judge no more, until they are enabled. What they remember of entities stays, so that an interval"
                        + " that has begun goes on."
            },
            footer = {"", "Example:", "  aim rules disable dear-day --note \"too many\""},
            mixinStandardHelpOptions = true)
    static final class Disable extends SwitchCommand {
        Disable(Environment environment) {
            super(environment);
        }

        @Override
        Rule changed(Rule rule, Optional<RulesOfJob> job) {
            return rule.with(false, rule.mute());
        }
    }

    /** {@code aim rules enable}. */
    @Command(
            name = "enable",
            description = "Let rules that are disabled or muted judge again.",
            footer = {"", "Example:", "  aim rules enable dear-day"},
            mixinStandardHelpOptions = true)
    static final class Enable extends SwitchCommand {
        Enable(Environment environment) {
            super(environment);
        }

        @Override
        Rule changed(Rule rule, Optional<RulesOfJob> job) {
            Rule enabled = rule.with(true, Rule.Mute.NONE);
            if (!enabled.equals(rule)) {
                job.ifPresent(asked -> asked.requireAllowed(enabled));
            }
            return enabled;
        }

        @Override
        Optional<String> warning(RuleVersion version) {
            return version.suspends() == null
                    ? Optional.empty()
                    : Optional.of("A job has suspended rule '" + version.id() + "': " + version.note()
                            + " It suspends it again if the rule takes as much again.");
        }
    }

    /** {@code aim rules delete}. */
    @Command(
            name = "delete",
            description = {
                "Delete rules. Their versions stay in the log, and `aim rules put --version` brings one back; what they remember"
                        + " of entities is gone."
            },
            footer = {"", "Examples:", "  aim rules delete dear-day advent", "  aim rules delete dear-day --yes"},
            mixinStandardHelpOptions = true)
    static final class Delete extends SwitchCommand {
        @Mixin
        private Agreement agreement;

        Delete(Environment environment) {
            super(environment);
        }

        @Override
        Rule changed(Rule rule, Optional<RulesOfJob> job) {
            return null;
        }

        @Override
        RuleVersion version(String id, RuleLog log) {
            return log.toDelete(id);
        }

        @Override
        boolean isAgreed(List<RuleChange> changes) {
            return agreement.to(changes, environment);
        }
    }
}
