package dev.aimonflink.clients.cli.rule;

import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.cli.options.ModelOptions;
import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.rule.Rule;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
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

    @Option(
            names = "--time-zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Where the day of --until begins, as the job's aim.time-zone. Default: ${DEFAULT-VALUE}")
    private ZoneId zone;

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
    Rule changed(Rule rule) {
        return muted(rule, new Rule.Mute(keys, until == null ? null : time()));
    }

    private Instant time() {
        try {
            return until.contains("T")
                    ? OffsetDateTime.parse(until).toInstant()
                    : LocalDate.parse(until).atStartOfDay(zone).toInstant();
        } catch (DateTimeException none) {
            throw new InvalidInputException(
                    "until=" + until + " is no time. Give a day such as 2026-12-24, or a time such as"
                            + " 2026-12-24T18:00:00Z.",
                    none);
        }
    }
}
