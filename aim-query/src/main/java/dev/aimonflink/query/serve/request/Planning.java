package dev.aimonflink.query.serve.request;

/**
 * What the planning of a text may use.
 *
 * @param tableValues the {@linkplain Query#tableValues values of tables} that the text was planned with elsewhere; null if they are still
 *     to be computed
 * @param check is called between steps and throws a {@link dev.aimonflink.query.serve.pass.QueryFailure} to end the planning; null where the
 *     limits of the statement alone hold
 */
public record Planning(byte[] tableValues, Runnable check) {
    /** Plans a text by itself, within the limits of the statement. */
    public static final Planning ALONE = new Planning(null, null);

    /** Is called between the steps of planning. */
    public void step() {
        if (check != null) {
            check.run();
        }
    }
}
