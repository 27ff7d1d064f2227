package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.clients.rule.RulesOfJob;
import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.format.RuleTime;
import dev.aimonflink.rules.judge.Rule;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aim rules mute}. */
@Command(
        name = "mute",
        description = {
            "Keep rules silent: for some entities or for all, until a time of events or until they are enabled again. A mute"
                    + " replaces the one before."
        },
        footer = {
            "",
            "Examples:",
            "  aim rules mute dear-day --until 2026-12-24",
            "  aim rules mute dear-day --key 17 --key 18"
        },
        mixinStandardHelpOptions = true)
final class MuteCommand extends SwitchCommand {
    @Mixin
    private ModelOptions models;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            split = ",",
            description = "Of this entity only; several with commas. Repeatable. Default: all")
    private final List<String> keys = new ArrayList<>();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description =
                    "To the beginning of a day such as 2026-12-24, or to a time such as 2026-12-24T18:00:00+01:00."
                            + " Default: for ever")
    private String until;

    @Mixin
    private ZoneOptions zone;

    /** Null until the first rule is muted. */
    private Rule.Mute mute;

    MuteCommand(Environment environment) {
        super(environment);
    }

    @Override
    public Integer call() {
        if (!keys.isEmpty()) {
            models.ifAny(environment, kafka())
                    .ifPresent(known -> keys.replaceAll(
                            key -> EntityKeyBytes.ofUser(key, known.model()).toString()));
        }
        return super.call();
    }

    @Override
    Rule changed(Rule rule, Optional<RulesOfJob> job) {
        if (mute == null) {
            mute = new Rule.Mute(keys, until == null ? null : time(job));
        }
        return muted(rule, mute);
    }

    private Instant time(Optional<RulesOfJob> job) {
        try {
            Instant time = RuleTime.parse(until, zone.of(job));
            if (!until.contains("T")) {
                zone.print(job, environment);
            }
            if (time.isBefore(Instant.now())) {
                environment.err().println("until=" + until + " is past: this mutes only past events.");
            }
            return time;
        } catch (DateTimeException none) {
            throw new InvalidInputException(
                    "until=" + until + " is no time. Give a day such as 2026-12-24, or a time such as"
                            + " 2026-12-24T18:00:00Z.",
                    none);
        }
    }
}
