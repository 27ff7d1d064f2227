package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.config.AimOptions;

/**
 * The surroundings of a run: its own broker, topics and group.
 *
 * @param isAttacked whether there is a hostile client
 * @param smallTopic of small records, to which rules may write; or null
 */
record Setting(
        Cell cell,
        int subscribers,
        double eventsPerSecond,
        Connection connection,
        Topics topics,
        String group,
        boolean isAttacked,
        String smallTopic) {
    static Setting of(Cell cell, ChaosOptions options, Connection connection) {
        return new Setting(
                cell,
                options.entities(),
                options.rate(),
                connection,
                Topics.withPrefix(cell.name() + "."),
                cell.name(),
                options.isAttacked(),
                options.isAttacked() ? cell.name() + ".small" : null);
    }

    static Setting ofProcesses(Cell cell, ChaosOptions options, Connection connection) {
        return new Setting(
                cell,
                options.entities(),
                options.rate(),
                connection,
                Topics.defaults(),
                AimOptions.GROUP_ID.defaultValue(),
                options.isAttacked(),
                null);
    }
}
