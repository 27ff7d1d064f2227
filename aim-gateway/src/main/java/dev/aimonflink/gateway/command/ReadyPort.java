package dev.aimonflink.gateway.command;

import com.sun.net.httpserver.HttpServer;
import dev.aimonflink.gateway.http.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Says over HTTP whether statements can be answered: {@code GET /ready} has the status 200 if so, else 503. An unfinished request holds up
 * nobody else, and is closed.
 */
final class ReadyPort implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final int MAX_THREADS = 16;

    private final ExecutorService threads = Executors.newFixedThreadPool(MAX_THREADS);
    private final HttpServer server;

    /** @param fault why no statement can be answered, or null */
    ReadyPort(String host, int port, Supplier<String> fault) throws IOException {
        HttpLimits.set();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 0);
        server.createContext("/ready", exchange -> {
            String reason = fault.get();
            byte[] body = ((reason == null ? "ready" : reason) + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reason == null ? OK : UNAVAILABLE, body.length);
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
