package dev.aimonflink.clients;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The topics of a broker, as {@link TopicAdmin} needs them. */
interface TopicStore extends AutoCloseable {
    /** Those of the named topics that exist, by name. */
    Map<String, TopicState> describe(Collection<String> names);

    /** Creates topics, and returns once they can be used. Returns the names of those that no other client created meanwhile. */
    Set<String> create(List<TopicState> topics);

    @Override
    void close();
}
