package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.job.config.AimOptions;

/** The surroundings of a run: a broker, topics and a group of its own. */
record Setting(Cell cell, int subscribers, double eventsPerSecond, Connection connection, Topics topics, String group) {
    /** As fast as many kills a minute leave some events between two of them. */
    private static final double EVENTS_PER_SECOND = 1_000;

    /** Slower, because a process takes seconds to start. */
    private static final double EVENTS_PER_SECOND_OF_PROCESSES = 300;

    static Setting of(Cell cell, int subscribers, Connection connection) {
        return new Setting(
                cell, subscribers, EVENTS_PER_SECOND, connection, Topics.withPrefix(cell.name() + "."), cell.name());
    }

    static Setting ofProcesses(Cell cell, int subscribers, Connection connection) {
        return new Setting(
                cell,
                subscribers,
                EVENTS_PER_SECOND_OF_PROCESSES,
                connection,
                Topics.defaults(),
                AimOptions.GROUP_ID.defaultValue());
    }
}
