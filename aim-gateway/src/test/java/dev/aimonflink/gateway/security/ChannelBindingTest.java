package dev.aimonflink.gateway.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ChannelBindingTest {
    @TempDir
    Path folder;

    @Test
    void shouldHashTheCertificateAsItsSignatureDoes() throws Exception {
        assertHash("SHA-256", "-keyalg", "RSA", "-sigalg", "SHA256withRSA");
        assertHash("SHA-384", "-keyalg", "EC", "-sigalg", "SHA384withECDSA");
        assertHash("SHA-384", "-keyalg", "RSA", "-sigalg", "RSASSA-PSS", "-keysize", "4096");
        assertHash("SHA-256", "-keyalg", "RSA", "-sigalg", "SHA1withRSA");
    }

    @Test
    void shouldHaveNoHashForASignatureWithout() throws Exception {
        assertThat(ChannelBinding.of(certificate("-keyalg", "Ed25519"))).isEmpty();
    }

    private void assertHash(String hash, String... options) throws Exception {
        X509Certificate certificate = certificate(options);
        assertThat(ChannelBinding.of(certificate).orElseThrow())
                .as(certificate.getSigAlgName())
                .isEqualTo(MessageDigest.getInstance(hash).digest(certificate.getEncoded()));
    }

    /** By the tool of the JDK, for which there is no API. */
    private X509Certificate certificate(String... options)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve(String.join("-", options) + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-dname",
                "CN=gateway",
                "-storepass",
                "secret",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue())
                .as(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
        return (X509Certificate)
                KeyStore.getInstance(store.toFile(), "secret".toCharArray()).getCertificate("a");
    }
}
