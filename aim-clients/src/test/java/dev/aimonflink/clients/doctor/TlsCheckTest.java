package dev.aimonflink.clients.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.doctor.Finding.Verdict;
import dev.aimonflink.clients.flink.FlinkApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TlsCheckTest {
    private static final String FORMER_DEFAULT = "TLS_RSA_WITH_AES_128_CBC_SHA";
    private static final String USABLE = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

    private static Finding on(String jvm, String... settings) throws Exception {
        List<String> config = new ArrayList<>();
        for (String each : settings) {
            String[] parts = each.split("=", 2);
            config.add("{\"key\":\"" + parts[0] + "\",\"value\":\"" + parts[1] + "\"}");
        }
        FlinkApi flink = path -> Optional.of(new ObjectMapper()
                .readTree(
                        path.equals("/jobmanager/config")
                                ? config.toString()
                                : "{\"jvm\":{\"version\":\"" + jvm + "\",\"arch\":\"amd64\",\"options\":[]}}"));
        return TlsCheck.finding(flink);
    }

    private static String java(int version) {
        return "OpenJDK 64-Bit Server VM - Eclipse Adoptium - " + version + "/" + version + ".0.1+8-LTS";
    }

    @ParameterizedTest
    @CsvSource({
        "23, TLS_RSA_WITH_AES_128_CBC_SHA, OK",
        "24, TLS_RSA_WITH_AES_128_CBC_SHA, FAIL",
        "25, 'TLS_RSA_WITH_AES_128_CBC_SHA, TLS_RSA_WITH_AES_256_GCM_SHA384', FAIL",
        "25, 'TLS_RSA_WITH_AES_128_CBC_SHA,TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', OK",
        "25, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, OK"
    })
    void shouldFailWhereTheJdkHasDisabledAllSuites(int java, String suites, Verdict verdict) throws Exception {
        for (String part : List.of("internal", "rest")) {
            Finding finding =
                    on(java(java), "security.ssl." + part + ".enabled=true", "security.ssl.algorithms=" + suites);
            assertThat(finding.verdict()).isEqualTo(verdict);
        }
    }

    @Test
    void shouldSayWhatToSet() throws Exception {
        Finding finding =
                on(java(25), "security.ssl.internal.enabled=true", "security.ssl.algorithms=" + FORMER_DEFAULT);
        assertThat(finding.detail())
                .isEqualTo("the cluster's processes cannot connect: security.ssl.algorithms=" + FORMER_DEFAULT
                        + " names only suites that Java 25 has disabled");
        assertThat(finding.fix()).contains("security.ssl.algorithms").contains(USABLE);
    }

    @Test
    void shouldWarnBeforeTlsIsTurnedOn() throws Exception {
        Finding finding = on(java(25), "security.ssl.algorithms=" + FORMER_DEFAULT);
        assertThat(finding.verdict()).isEqualTo(Verdict.WARN);
        assertThat(finding.detail()).startsWith("TLS is off, and could not be turned on: ");
    }

    @Test
    void shouldFindNothingWrongWithFlinksOwnSuites() throws Exception {
        assertThat(on(java(25))).isEqualTo(Finding.ok("tls", "the cluster does not use TLS"));
        assertThat(on(java(25), "security.ssl.rest.enabled=true")).isEqualTo(Finding.ok("tls", "the cluster uses TLS"));
        assertThat(on("<unknown>", "security.ssl.rest.enabled=true", "security.ssl.algorithms=" + FORMER_DEFAULT)
                        .verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void shouldSkipSettingsThatCannotBeRead() throws Exception {
        FlinkApi refusing = path -> {
            throw new IOException("it answers with HTTP status 403");
        };
        Finding finding = TlsCheck.finding(refusing);
        assertThat(finding.verdict()).isEqualTo(Verdict.SKIPPED);
        assertThat(finding.detail()).endsWith("cannot be read: it answers with HTTP status 403");
    }
}
