package dev.aimonflink.gateway.security;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.PSSParameterSpec;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What both ends of a TLS connection know of it: {@code tls-server-end-point} of RFC 5929, the hash of the server's certificate. */
public final class ChannelBinding {
    static final String TYPE = "tls-server-end-point";

    private static final Pattern SIGNATURE = Pattern.compile("(?:SHA|MD)-?([0-9]+)with.*", Pattern.CASE_INSENSITIVE);
    private static final String LEAST = "SHA-256";

    private ChannelBinding() {}

    /** Empty if there is no such hash for the certificate's signature. */
    public static Optional<byte[]> of(X509Certificate certificate) throws CertificateEncodingException {
        try {
            return Optional.of(MessageDigest.getInstance(hash(certificate)).digest(certificate.getEncoded()));
        } catch (CertificateEncodingException unreadable) {
            throw unreadable;
        } catch (GeneralSecurityException unknownHash) {
            return Optional.empty();
        }
    }

    /** The signature's hash, and at least SHA-256. */
    private static String hash(X509Certificate certificate) throws GeneralSecurityException {
        String name = certificate.getSigAlgName();
        if (name.equalsIgnoreCase("RSASSA-PSS") && certificate.getSigAlgParams() != null) {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("RSASSA-PSS");
            try {
                parameters.init(certificate.getSigAlgParams());
            } catch (IOException malformed) {
                throw new GeneralSecurityException(malformed);
            }
            return orLeast(parameters
                    .getParameterSpec(PSSParameterSpec.class)
                    .getDigestAlgorithm()
                    .toUpperCase(Locale.ROOT));
        }
        Matcher parts = SIGNATURE.matcher(name);
        if (!parts.matches()) {
            throw new GeneralSecurityException("no hash in " + name);
        }
        return orLeast("SHA-" + parts.group(1));
    }

    private static String orLeast(String hash) {
        return hash.equals("SHA-384") || hash.equals("SHA-512") || hash.equals("SHA-224") ? hash : LEAST;
    }
}
