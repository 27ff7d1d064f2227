package dev.aimonflink.gateway.server;

import dev.aimonflink.gateway.security.ChannelBinding;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gateway's certificate, and connections encrypted with it; it is read again when its files change. */
public final class Tls {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

    /** How often the files are checked at most. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** The protocol that a client names if it begins with TLS at once. */
    private static final String PROTOCOL = "postgresql";

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final char[] NO_PASSWORD = {};

    private final Path certificates;
    private final Path key;
    private final Duration look;
    private long lookedNanos = System.nanoTime();
    private List<Object> seen;
    private Pair newest;

    /** @param look how often the files are checked at most */
    Tls(Path certificates, Path key, Duration look) {
        this.certificates = certificates;
        this.key = key;
        this.look = look;
        // Before they are read, so that a concurrent change has them read again.
        seen = state();
        newest = read();
    }

    /**
     * @param certificates a PEM file: the gateway's, then those of its issuers
     * @param key a PEM file
     */
    public static Tls of(Path certificates, Path key) {
        return new Tls(certificates, key, LOOK);
    }

    /** For a server that keeps a context: it has the files' present content at any time. */
    public SSLContext context() {
        return PresentTls.of(this);
    }

    /** The files' present content; while it is unusable, that is logged, and the previous content stays. */
    synchronized Pair current() {
        if (System.nanoTime() - lookedNanos < look.toNanos()) {
            return newest;
        }
        lookedNanos = System.nanoTime();
        List<Object> state = state();
        if (!state.equals(seen)) {
            seen = state;
            try {
                newest = read();
                LOG.info("The certificate of {} is used from now on", certificates);
            } catch (InvalidInputException unusable) {
                LOG.error("The certificate that was there before is still used: {}", unusable.getMessage());
            }
        }
        return newest;
    }

    private List<Object> state() {
        List<Object> state = new ArrayList<>();
        for (Path file : List.of(certificates, key)) {
            try {
                state.add(Files.getLastModifiedTime(file));
                state.add(Files.size(file));
            } catch (IOException gone) {
                state.add(gone.getClass());
            }
        }
        return state;
    }

    private Pair read() {
        try (InputStream in = new ByteArrayInputStream(Files.readAllBytes(certificates))) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new InvalidInputException(certificates + " has no certificate. Give a PEM file.");
            }
            PrivateKey secret = privateKey(key);
            requirePair(secret, chain[0].getPublicKey());
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setKeyEntry("gateway", secret, NO_PASSWORD, chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return new Pair(context, ChannelBinding.of((X509Certificate) chain[0]));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
            throw new InvalidInputException(
                    "tls-cert=" + certificates + " and tls-key=" + key + " cannot be used: " + unusable.getMessage()
                            + ". Give a certificate and its key as PEM files.",
                    unusable);
        }
    }

    /** One is renewed a moment before the other. */
    private void requirePair(PrivateKey secret, PublicKey known) throws GeneralSecurityException {
        String algorithm = secret.getAlgorithm();
        Signature signature = Signature.getInstance(
                algorithm.equals("RSA") ? "SHA256withRSA" : algorithm.equals("EC") ? "SHA256withECDSA" : algorithm);
        signature.initSign(secret);
        byte[] signed = signature.sign();
        if (known.getAlgorithm().equals(algorithm)) {
            signature.initVerify(known);
            if (signature.verify(signed)) {
                return;
            }
        }
        throw new InvalidInputException(
                key + " is not the key of the certificate in " + certificates + ". Give the two that belong together.");
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new InvalidInputException(
                    file + " has no private key in PKCS #8. Convert it with: openssl pkcs8 -topk8 -nocrypt -in KEY");
        }
        PKCS8EncodedKeySpec spec =
                new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException another) {
                // The file does not say which one it is.
            }
        }
        throw new InvalidInputException(file + " has a key that is of none of " + ALGORITHMS + ". Make one of these.");
    }

    /**
     * A certificate with its key.
     *
     * @param endPoint what both ends know of a connection; empty if the certificate has none
     */
    record Pair(SSLContext context, Optional<byte[]> endPoint) {
        /**
         * @param consumed what has been read of it already
         * @param isDirect whether the client began TLS without asking: then it has to name the protocol
         */
        SSLSocket encrypt(Socket plain, InputStream consumed, boolean isDirect) throws IOException {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, consumed, true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setProtocols(VERSIONS);
            parameters.setApplicationProtocols(new String[] {PROTOCOL});
            socket.setSSLParameters(parameters);
            socket.setUseClientMode(false);
            socket.startHandshake();
            if (isDirect && !PROTOCOL.equals(socket.getApplicationProtocol())) {
                socket.close();
                throw new IOException("The client has not said that it speaks " + PROTOCOL + ".");
            }
            return socket;
        }
    }
}
