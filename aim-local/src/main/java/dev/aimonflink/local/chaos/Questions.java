package dev.aimonflink.local.chaos;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.core.model.Dimensions;
import dev.aimonflink.core.query.Catalogue;
import dev.aimonflink.core.query.QueryCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Asks whatever the catalogue has, several questions at a time, until it is closed: a pass is nearly always under way.
 * What becomes of the questions is seen in the topics.
 */
final class Questions implements AutoCloseable {
    private static final int AT_A_TIME = 6;

    /** Longer than any restart. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final QueryClient client;
    private final Catalogue catalogue;
    private final Dimensions dimensions;
    private final int subscribers;
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
    private final List<Future<?>> asking = new ArrayList<>();
    private volatile boolean closed;

    Questions(QueryClient client, Setting setting, Catalogue catalogue, Dimensions dimensions) {
        this.client = client;
        this.catalogue = catalogue;
        this.dimensions = dimensions;
        subscribers = setting.subscribers();
        for (int i = 0; i < AT_A_TIME; i++) {
            long seed = setting.cell().seed() * AT_A_TIME + i;
            asking.add(threads.submit(() -> ask(seed)));
        }
    }

    private void ask(long seed) {
        CallGenerator calls = new CallGenerator(seed, ParameterRanges.PAPER, dimensions, subscribers);
        List<Catalogue.Entry> entries = List.copyOf(catalogue.entries());
        SplittableRandom random = new SplittableRandom(seed);
        while (!closed) {
            QueryCall call = calls.next(entries.get(random.nextInt(entries.size())), Map.of());
            try {
                client.ask(call, TIMEOUT).join();
            } catch (CompletionException notAsked) {
                throw new IllegalStateException("A question could not be asked: " + call, notAsked.getCause());
            }
        }
    }

    /** Ends when the last questions have their answers; throws if one could not be asked. */
    void end() {
        closed = true;
        for (Future<?> each : asking) {
            try {
                each.get(2 * TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException("The questions did not end well.", e);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
    }
}
