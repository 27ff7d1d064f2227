package dev.aimonflink.job.message;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the second rounds that the job writes to its own queries topic, because one forged by a client would decide another client's
 * answer. Each submission of the job has its own secret.
 */
public final class RoundSeal implements Serializable {
    private static final long serialVersionUID = 1L;

    /** No request begins with it. */
    private static final byte MARK = 2;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SEAL_BYTES = 32;

    private final byte[] secret;

    private RoundSeal(byte[] secret) {
        this.secret = secret;
    }

    public static RoundSeal fresh() {
        byte[] secret = new byte[SEAL_BYTES];
        new SecureRandom().nextBytes(secret);
        return new RoundSeal(secret);
    }

    /** Whether a record of the queries topic is a second round instead of a request. */
    public static boolean isRound(byte[] value) {
        return value != null && value.length > 0 && value[0] == MARK;
    }

    public byte[] seal(BroadcastInput.SecondRound round) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        ByteArrayOutputStream sealed = new ByteArrayOutputStream();
        try {
            new BroadcastInput.Format().write(round, new DataOutputStream(message));
            sealed.write(MARK);
            sealed.write(sealOf(message.toByteArray()));
            sealed.write(message.toByteArray());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return sealed.toByteArray();
    }

    /** Whether a marked record is long enough for a seal and content. */
    public static boolean mayBeSealed(byte[] value) {
        return value.length > 1 + SEAL_BYTES;
    }

    /** The second round in a record; null if this submission of the job has not sealed it. */
    public BroadcastInput.SecondRound open(byte[] value) {
        if (!mayBeSealed(value)) {
            return null;
        }
        byte[] seal = Arrays.copyOfRange(value, 1, 1 + SEAL_BYTES);
        byte[] message = Arrays.copyOfRange(value, 1 + SEAL_BYTES, value.length);
        if (!MessageDigest.isEqual(seal, sealOf(message))) {
            return null;
        }
        try {
            return (BroadcastInput.SecondRound)
                    new BroadcastInput.Format().read(new DataInputStream(new ByteArrayInputStream(message)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private byte[] sealOf(byte[] message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java has " + ALGORITHM + ".", impossible);
        }
    }
}
