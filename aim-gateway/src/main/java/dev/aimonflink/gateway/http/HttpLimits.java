package dev.aimonflink.gateway.http;

import java.util.Map;

/**
 * What the JDK's HTTP server may take of a client's time, where nothing else is set. It reads these properties once in a process, so all
 * ports of this process call {@link #set} before they open; by default it would wait for ever.
 */
public final class HttpLimits {
    /** From the first byte of a request to the last of its body. */
    private static final int REQUEST_SECONDS = 10;

    /** Viewers, and others. */
    static final int CONNECTIONS = 4_000;

    private static final Map<String, Integer> LIMITS = Map.of(
            "maxReqTime",
            REQUEST_SECONDS,
            "idleInterval",
            60,
            "maxIdleConnections",
            CONNECTIONS,
            "maxReqHeaders",
            100,
            "maxReqHeaderSize",
            32 << 10);

    private HttpLimits() {}

    public static void set() {
        LIMITS.forEach((name, value) -> setIfAbsent("sun.net.httpserver." + name, value.toString()));
        // Else a small answer may wait 40 ms for the client's acknowledgement of its head.
        setIfAbsent("sun.net.httpserver.nodelay", "true");
        setIfAbsent("jdk.httpserver.maxConnections", Integer.toString(CONNECTIONS));
    }

    private static void setIfAbsent(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
