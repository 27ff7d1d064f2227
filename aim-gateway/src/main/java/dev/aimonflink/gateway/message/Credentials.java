package dev.aimonflink.gateway.message;

/** Reads what a client sends to authenticate itself: one letter for three layouts. */
public final class Credentials {
    private static final int NO_RESPONSE = -1;

    private Credentials() {}

    /** @param response the mechanism's first message; may be empty */
    public record SaslInitial(String mechanism, byte[] response) {}

    /** Reads {@code text password}. */
    public static String password(Frontend.Password message) {
        MessageBody body = new MessageBody("Password", message.body());
        String password = body.text();
        body.end();
        return password;
    }

    /** Reads {@code text mechanism | int32 bytes, or -1 for none | those bytes}. */
    public static SaslInitial saslInitial(Frontend.Password message) {
        MessageBody body = new MessageBody("SASLInitialResponse", message.body());
        String mechanism = body.text();
        int length = body.int32();
        byte[] response = length == NO_RESPONSE ? new byte[0] : body.bytes(length);
        body.end();
        return new SaslInitial(mechanism, response);
    }

    /** The body is the mechanism's next message. */
    public static byte[] saslResponse(Frontend.Password message) {
        return message.body();
    }
}
