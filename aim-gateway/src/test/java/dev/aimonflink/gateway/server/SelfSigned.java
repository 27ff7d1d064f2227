package dev.aimonflink.gateway.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A certificate of loopback that is signed by itself, and its key, as keytool of the JDK makes them.
 *
 * @param certificate a PEM file
 * @param key a PEM file
 */
public record SelfSigned(Path certificate, Path key) {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String ALIAS = "gateway";

    public static SelfSigned in(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = folder.resolve("store.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        SelfSigned files = new SelfSigned(folder.resolve("certificate.pem"), folder.resolve("key.pem"));
        write(files.key, "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD).getEncoded());
        write(files.certificate, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
        return files;
    }

    private static void write(Path file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    public Tls tls() {
        return Tls.of(certificate, key);
    }

    /** Of a client that trusts this certificate alone. */
    public SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore trusted =
                KeyStore.getInstance(certificate.resolveSibling("store.p12").toFile(), PASSWORD);
        KeyStore certificates = KeyStore.getInstance(KeyStore.getDefaultType());
        certificates.load(null, null);
        certificates.setCertificateEntry(ALIAS, trusted.getCertificate(ALIAS));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
