package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.flink.FlinkApi;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks that the JobManager's JDK has the cluster's configured cipher suites. */
final class TlsCheck {
    private static final String CHECK = "tls";
    private static final String SUITES = "security.ssl.algorithms";
    private static final List<String> SWITCHES = List.of("security.ssl.internal.enabled", "security.ssl.rest.enabled");

    /** Suites of this name have no forward secrecy, and are disabled from that JDK on. */
    private static final String DISABLED_PREFIX = "TLS_RSA_";

    static final int FIRST_JAVA_THAT_DISABLES = 24;

    /** Flink's own choice. */
    private static final String USABLE = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";

    /** As Flink describes its JVM: name, vendor, and the language's version before the release's. */
    private static final Pattern JAVA = Pattern.compile(" - (\\d+)/[^/]*$");

    private TlsCheck() {}

    static Finding finding(FlinkApi flink) throws InterruptedException {
        try {
            return finding(
                    settings(flink.get("/jobmanager/config")), javaVersion(flink.get("/jobmanager/environment")));
        } catch (IOException failure) {
            return Finding.skipped(
                    CHECK,
                    "the cluster's settings cannot be read: " + FlinkCheck.reason(failure),
                    "Look again; if it stays, read the JobManager's log.");
        }
    }

    private static Finding finding(Map<String, String> settings, int java) {
        boolean isOn = SWITCHES.stream().anyMatch(each -> Boolean.parseBoolean(settings.get(each)));
        String suites = settings.getOrDefault(SUITES, "");
        boolean areDisabled = java >= FIRST_JAVA_THAT_DISABLES
                && Stream.of(suites.split(",")).allMatch(suite -> suite.strip().startsWith(DISABLED_PREFIX));
        if (!areDisabled) {
            return Finding.ok(CHECK, isOn ? "the cluster uses TLS" : "the cluster does not use TLS");
        }
        String fix = "Set " + SUITES + " in Flink's configuration to suites such as " + USABLE
                + ", or remove it, and restart the cluster.";
        String because = SUITES + "=" + suites + " names only suites that Java " + java + " has disabled";
        return isOn
                ? Finding.fail(CHECK, "the cluster's processes cannot connect: " + because, fix)
                : Finding.warn(CHECK, "TLS is off, and could not be turned on: " + because, fix);
    }

    private static Map<String, String> settings(JsonNode config) {
        Map<String, String> settings = new HashMap<>();
        config.forEach(each ->
                settings.put(each.path("key").asText(), each.path("value").asText()));
        return settings;
    }

    /** 0 if the JobManager does not say. */
    private static int javaVersion(JsonNode environment) {
        Matcher version = JAVA.matcher(environment.at("/jvm/version").asText());
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }
}
