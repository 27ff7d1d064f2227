package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.Topics;

/** The surroundings of a run: a broker, topics and a group of its own. */
record Setting(Cell cell, int subscribers, boolean unaligned, String bootstrap) {
    Topics topics() {
        return Topics.withPrefix(cell.name() + ".");
    }

    String group() {
        return cell.name();
    }

    Connection connection() {
        return Connection.to(bootstrap);
    }
}
