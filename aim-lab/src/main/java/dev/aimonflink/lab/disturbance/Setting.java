package dev.aimonflink.lab.disturbance;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.config.AimOptions;

/**
 * The surroundings of a run: its own broker, topics and group.
 *
 * @param isAttacked whether there is a hostile client
 * @param smallTopic of small records, to which rules may write; or null
 */
public record Setting(
        Cell cell,
        int subscribers,
        double eventsPerSecond,
        Connection connection,
        Topics topics,
        String group,
        boolean isAttacked,
        String smallTopic) {
    public static Setting of(Cell cell, int entities, int rate, boolean isAttacked, Connection connection) {
        return new Setting(
                cell,
                entities,
                rate,
                connection,
                Topics.withPrefix(cell.name() + "."),
                cell.name(),
                isAttacked,
                isAttacked ? cell.name() + ".small" : null);
    }

    public static Setting ofProcesses(Cell cell, int entities, int rate, boolean isAttacked, Connection connection) {
        return new Setting(
                cell,
                entities,
                rate,
                connection,
                Topics.defaults(),
                AimOptions.GROUP_ID.defaultValue(),
                isAttacked,
                null);
    }
}
