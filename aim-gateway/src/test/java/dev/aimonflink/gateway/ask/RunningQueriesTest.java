package dev.aimonflink.gateway.ask;

import dev.aimonflink.gateway.ask.RunningQueries.Query;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunningQueriesTest {
    private final RunningQueries queries = new RunningQueries(RunningQueries.SLOW, ended -> {});

    private record Somebody(String user) implements RunningQueries.Backend {
        @Override
        public int processId() {
            return 1;
        }

        @Override
        public String application() {
            return "";
        }

        @Override
        public InetSocketAddress client() {
            return new InetSocketAddress(0);
        }
    }

    private Query begin(String user) {
        return queries.begin(new Somebody(user), "SELECT 1");
    }

    /** Else those that begin at once would all find the others in their places. */
    @Test
    void shouldCountForEachThoseThatBeganBefore() {
        List<Query> atOnce = List.of(begin("ada"), begin("bob"), begin("ada"), begin("ada"));
        assertThat(atOnce).extracting(queries::runningBefore).containsExactly(0L, 1L, 2L, 3L);
        assertThat(atOnce).extracting(queries::runningBeforeOfUser).containsExactly(0L, 0L, 1L, 2L);
        queries.end(atOnce.get(0), 0, null);
        assertThat(queries.runningBefore(atOnce.get(3))).isEqualTo(2);
        assertThat(queries.runningBeforeOfUser(atOnce.get(3))).isEqualTo(1);
    }
}
