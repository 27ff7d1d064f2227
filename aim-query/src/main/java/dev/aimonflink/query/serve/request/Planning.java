package dev.aimonflink.query.serve.request;

/**
 * What the planning of a text may use.
 *
 * @param tableValues the {@linkplain Query#tableValues values of tables} with which the text was planned elsewhere; null to compute them
 * @param check called between steps; may throw a {@link dev.aimonflink.query.serve.pass.QueryFailure} to end the planning; null if only the
 *     statement's limits hold
 */
public record Planning(byte[] tableValues, Runnable check) {
    /** Plans a text within the limits of the statement only. */
    public static final Planning ALONE = new Planning(null, null);

    public void step() {
        if (check != null) {
            check.run();
        }
    }
}
