package dev.aimonflink.gateway.security;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One authentication:
 *
 * <pre>
 * client  n,,n=user,r=nonce                            {@link #first}
 * server  r=nonce of both,s=salt,i=iterations
 * client  c=binding,r=nonce of both,p=proof            {@link #last}
 * server  v=signature
 * </pre>
 */
public final class ScramExchange {
    private static final String PRINTABLE = "[\\x21-\\x2B\\x2D-\\x7E]+";

    /** The flag of the binding, the name of somebody else to act for, and the bare message. */
    private static final Pattern FIRST =
            Pattern.compile("(?<header>(?<flag>n|y|p=(?<type>[A-Za-z0-9.-]+)),(?<other>a=[^,]*)?,)"
                    + "(?<bare>(?<extension>m=[^,]*,)?n=[^,]*,r=(?<nonce>" + PRINTABLE + ")(,.*)?)");

    private static final Pattern LAST = Pattern.compile("(?<unproved>c=(?<binding>[A-Za-z0-9+/=]*),r=(?<nonce>"
            + PRINTABLE + ")(,[^,]*)*?),p=(?<proof>[A-Za-z0-9+/=]*)");

    private enum Step {
        FIRST,
        LAST,
        DONE
    }

    private final String mechanism;
    private final String user;
    private final ScramVerifier verifier;
    private final boolean isKnown;
    private final Optional<byte[]> endPoint;
    private final String serverNonce;
    private Step step = Step.FIRST;
    private String header;
    private String nonce;
    private String messages;

    ScramExchange(
            String mechanism,
            String user,
            ScramVerifier verifier,
            boolean isKnown,
            Optional<byte[]> endPoint,
            String serverNonce) {
        this.mechanism = mechanism;
        this.user = user;
        this.verifier = verifier;
        this.isKnown = isKnown;
        this.endPoint = endPoint;
        this.serverNonce = serverNonce;
    }

    public String first(byte[] message) {
        proceed(Step.FIRST, Step.LAST);
        Matcher parts = FIRST.matcher(new String(message, StandardCharsets.UTF_8));
        if (!parts.matches()) {
            throw malformed("the client's first message");
        }
        if (parts.group("other") != null || parts.group("extension") != null) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    SqlException.NOWHERE,
                    "The client uses an authorization identity or an extension of SCRAM. Connect as the user that is meant.");
        }
        requireBinding(parts.group("flag"), parts.group("type"));
        header = parts.group("header");
        nonce = parts.group("nonce") + serverNonce;
        String answer = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(verifier.salt()) + ",i="
                + verifier.iterations();
        messages = parts.group("bare") + "," + answer;
        return answer;
    }

    /** A client that could bind but believes that the gateway cannot was deceived by somebody in between. */
    private void requireBinding(String flag, String type) {
        boolean isBound = type != null;
        if (isBound != mechanism.equals(Scram.PLUS)
                || (isBound && (endPoint.isEmpty() || !type.equals(ChannelBinding.TYPE)))) {
            throw malformed("the client's channel binding, which is not that of " + mechanism + ", or not offered");
        }
        if (flag.equals("y") && endPoint.isPresent()) {
            throw new SqlException(
                    SqlState.INVALID_AUTHORIZATION,
                    SqlException.NOWHERE,
                    "SCRAM channel binding negotiation error: the client was not offered " + Scram.PLUS
                            + ", but it was sent. Connect without what is between the client and the gateway.");
        }
    }

    /**
     * Answers the client's last message, which proves the user.
     *
     * @throws SqlException if it does not, or is malformed
     */
    public String last(byte[] message) {
        proceed(Step.LAST, Step.DONE);
        Matcher parts = LAST.matcher(new String(message, StandardCharsets.UTF_8));
        if (!parts.matches()) {
            throw malformed("the client's last message");
        }
        byte[] proof = decoded(parts.group("proof"));
        if (!MessageDigest.isEqual(decoded(parts.group("binding")), binding())) {
            throw new SqlException(
                    SqlState.INVALID_AUTHORIZATION,
                    SqlException.NOWHERE,
                    "SCRAM channel binding check failed. The client sees another certificate than the gateway has:"
                            + " connect to the gateway itself.");
        }
        if (!MessageDigest.isEqual(bytes(parts.group("nonce")), bytes(nonce)) || proof.length != ScramKeys.BYTES) {
            throw malformed("the client's last message, of which the nonce or the proof is that of no exchange");
        }
        String signed = messages + "," + parts.group("unproved");
        byte[] clientKey = ScramKeys.xor(proof, ScramKeys.hmac(verifier.storedKey(), signed));
        // Compared in any case, because an unknown user must take as long.
        boolean isProved = MessageDigest.isEqual(ScramKeys.hash(clientKey), verifier.storedKey());
        String signature = Base64.getEncoder().encodeToString(ScramKeys.hmac(verifier.serverKey(), signed));
        if (!isProved || !isKnown) {
            throw new SqlException(
                    SqlState.INVALID_PASSWORD,
                    SqlException.NOWHERE,
                    "password authentication failed for user \"" + Spelling.shortened(user)
                            + "\". Check the name and the password.");
        }
        return "v=" + signature;
    }

    private byte[] binding() {
        byte[] ofHeader = bytes(header);
        byte[] ofChannel = mechanism.equals(Scram.PLUS) ? endPoint.orElseThrow() : new byte[0];
        byte[] both = new byte[ofHeader.length + ofChannel.length];
        System.arraycopy(ofHeader, 0, both, 0, ofHeader.length);
        System.arraycopy(ofChannel, 0, both, ofHeader.length, ofChannel.length);
        return both;
    }

    private void proceed(Step from, Step to) {
        if (step != from) {
            throw malformed("a message behind the last one");
        }
        step = to;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw malformed("the client's last message, which is not in Base64");
        }
    }

    private static SqlException malformed(String what) {
        return new SqlException(
                SqlState.PROTOCOL_VIOLATION,
                SqlException.NOWHERE,
                "malformed SCRAM message: " + what + ". Use a driver that knows SCRAM-SHA-256.");
    }
}
