package dev.aimonflink.gateway.command;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Says over HTTP whether the job answers: {@code GET /ready} has the status 200 if it does, and 503 if it does not. Who does not send
 * what it has begun holds up nobody else, and is closed.
 */
final class ReadyPort implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final int MAX_THREADS = 16;

    /** The most seconds that a request may take to come. */
    private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";

    private static final String REQUEST_SECONDS = "5";

    private final ExecutorService threads = Executors.newFixedThreadPool(MAX_THREADS);
    private final HttpServer server;

    ReadyPort(String host, int port, BooleanSupplier isReady) throws IOException {
        if (System.getProperty(REQUEST_TIME) == null) {
            System.setProperty(REQUEST_TIME, REQUEST_SECONDS);
        }
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 0);
        server.createContext("/ready", exchange -> {
            boolean ready = isReady.getAsBoolean();
            byte[] body = (ready ? "ready\n" : "the job does not answer\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(ready ? OK : UNAVAILABLE, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
