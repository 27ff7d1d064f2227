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
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The certificate of the gateway, and connections that are encrypted with it. */
public final class Tls {
    /** What a client that begins with TLS at once says it will speak. */
    private static final String PROTOCOL = "postgresql";

    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final char[] NO_PASSWORD = {};

    private final SSLContext context;
    private final Optional<byte[]> endPoint;

    private Tls(SSLContext context, Optional<byte[]> endPoint) {
        this.context = context;
        this.endPoint = endPoint;
    }

    /**
     * @param certificates a PEM file: that of the gateway, and then those of who issued it
     * @param key a PEM file
     */
    public static Tls of(Path certificates, Path key) {
        try (InputStream in = new ByteArrayInputStream(Files.readAllBytes(certificates))) {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
            if (chain.length == 0) {
                throw new InvalidInputException(certificates + " has no certificate. Give a PEM file.");
            }
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setKeyEntry("gateway", privateKey(key), NO_PASSWORD, chain);
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return new Tls(context, ChannelBinding.of((X509Certificate) chain[0]));
        } catch (IOException | GeneralSecurityException unusable) {
            throw new InvalidInputException(
                    "tls-cert=" + certificates + " and tls-key=" + key + " cannot be used: " + unusable.getMessage()
                            + ". Give a certificate and its key as PEM files.",
                    unusable);
        }
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

    /** What both ends know of a connection; empty if the certificate has no such thing. */
    Optional<byte[]> endPoint() {
        return endPoint;
    }

    /**
     * A connection that is encrypted from now on.
     *
     * @param consumed what has been read of it already
     * @param isDirect whether the client has begun so, without asking: it has to say which protocol it speaks
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
