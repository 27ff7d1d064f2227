package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.session.FakeJob;
import dev.aimonflink.gateway.session.Gateway;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** How much memory connections take that have asked once and wait. */
@Tag("campaign")
class IdleConnectionsTest {
    private static final int CONNECTIONS = 200;
    private static final long MAX_BYTES = 100_000_000;
    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void shouldTakeLittleMemory() throws Exception {
        FakeJob job = new FakeJob();
        ModelWatch watch = new ModelWatch(job);
        RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
        List<RawClient> clients = new ArrayList<>();
        try (GatewayServer server = new GatewayServer(
                Gateway.of(job, watch, queries, Gateway.Limits.USUAL, "aim"),
                new ServerSettings("127.0.0.1", 0, CONNECTIONS + 1, false, LONG, LONG, LONG),
                Optional.empty(),
                Optional::empty,
                new Connections(new SecureRandom()))) {
            server.start();
            // What the first one loads is no other's.
            clients.add(asked(server.port()));
            long heap = heap();
            long resident = resident();
            while (clients.size() <= CONNECTIONS) {
                clients.add(asked(server.port()));
            }
            long moreHeap = heap() - heap;
            long moreResident = resident() - resident;
            System.out.printf(
                    "IdleConnectionsTest: %d connections and their clients take %.1f MB of heap, and the process %.1f MB more%n",
                    CONNECTIONS, moreHeap / 1e6, moreResident / 1e6);
            assertThat(Math.max(moreHeap, moreResident)).isLessThanOrEqualTo(MAX_BYTES);
            for (RawClient client : clients) {
                client.close();
            }
        }
        watch.close();
    }

    private static RawClient asked(int port) throws Exception {
        RawClient client = RawClient.begun(port, 0);
        client.query("SELECT count(*) FROM subscribers; SELECT relname FROM pg_class; SELECT 1");
        assertThat(client.untilReady()).contains("D 10");
        return client;
    }

    private static long heap() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Of this process, stacks of threads included; zero where the system does not say it. */
    private static long resident() throws Exception {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                .sum();
    }
}
