package dev.aimonflink.gateway.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.aimonflink.gateway.server.Connections;
import dev.aimonflink.gateway.server.OpenGateway;
import dev.aimonflink.gateway.server.ServerSettings;
import dev.aimonflink.gateway.session.Gateway;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** The port for HTTP. Each call has a thread while it is answered. */
public final class HttpPort implements AutoCloseable {
    private static final int BACKLOG = 500;
    private static final int IDLE_SECONDS = 30;

    private final HttpServer server;
    private final ExecutorService threads;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(named("aim-http-clock-"));
    private final Api api;
    private final boolean isTls;
    private final Authentication authentication;

    /**
     * @param version of this program
     * @param fault why no statement is answered, or null
     * @param tls of the gateway; empty for HTTP without encryption
     */
    public HttpPort(
            Gateway gateway,
            Connections connections,
            Authentication authentication,
            HttpSettings settings,
            HttpJob job,
            String version,
            Supplier<String> fault,
            Optional<SSLContext> tls)
            throws IOException {
        HttpLimits.set();
        isTls = tls.isPresent();
        this.authentication = authentication;
        server = create(InetAddress.getByName(settings.host()), settings.port(), tls);
        CallSessions requests = new CallSessions(gateway, connections);
        api = new Api(requests, authentication, job, version, fault, settings, clock);
        // A thread reads a request, too, however slowly it comes. There are no more than connections.
        threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named("aim-http-"));
        server.createContext(
                "/",
                new Dispatcher(
                        HostCheck.of(settings.names(), settings.origins()),
                        api.routes(),
                        authentication,
                        gateway,
                        connections,
                        new StalledWrites(settings.writeTime(), clock),
                        settings.calls()));
        server.setExecutor(threads);
        server.start();
    }

    /** At loopback, for who has its token, beside a gateway there. */
    public static HttpPort atLoopback(OpenGateway gateway, HttpJob job, int port, String version) throws IOException {
        return new HttpPort(
                gateway.shared(),
                gateway.connections(),
                new Authentication(Optional::empty, new SecureRandom()),
                new HttpSettings(
                        ServerSettings.LOOPBACK,
                        port,
                        Set.of(),
                        Set.of(),
                        HttpSettings.CALLS,
                        ServerSettings.WRITE_TIME,
                        HttpSettings.STALL,
                        HttpSettings.IDLE_PULSE,
                        gateway.port(),
                        null),
                job,
                version,
                gateway::fault,
                Optional.empty());
    }

    private static HttpServer create(InetAddress host, int port, Optional<SSLContext> tls) throws IOException {
        if (port != ServerSettings.USUAL_OR_FREE) {
            return create(new InetSocketAddress(host, port), tls);
        }
        try {
            return create(new InetSocketAddress(host, HttpSettings.PORT), tls);
        } catch (BindException taken) {
            // By another gateway, for example. Nobody has asked for this port.
            return create(new InetSocketAddress(host, 0), tls);
        }
    }

    private static HttpServer create(InetSocketAddress address, Optional<SSLContext> tls) throws IOException {
        if (tls.isEmpty()) {
            return HttpServer.create(address, BACKLOG);
        }
        HttpsServer encrypted = HttpsServer.create(address, BACKLOG);
        encrypted.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
        return encrypted;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** The methods and templates of all addresses. */
    Set<String> routes() {
        return api.routes().all();
    }

    /** How many watch. */
    int viewers() {
        return api.viewers();
    }

    public URI address() {
        return URI.create(url());
    }

    /** For those who are trusted. */
    public String token() {
        return authentication.token().orElseThrow();
    }

    /** A person's command for an address. */
    public String curl(String path) {
        return "curl "
                + authentication
                        .token()
                        .map(token -> "-H 'Authorization: Bearer " + token + "' ")
                        .orElse("-u NAME ")
                + url() + path;
    }

    /** A person's link to the console. Browsers send no server what is behind #. */
    public String console() {
        return url() + "/"
                + authentication.token().map(token -> "#token=" + token).orElse("");
    }

    private String url() {
        String host = server.getAddress().getAddress().isAnyLocalAddress()
                ? "localhost"
                : server.getAddress().getAddress().getHostAddress();
        return (isTls ? "https://" : "http://") + host + ":" + port();
    }

    static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        api.close();
        clock.shutdownNow();
    }
}
