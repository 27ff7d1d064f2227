package dev.aimonflink.bench.roofline;

/** A plain sum. It may overflow, which is defined: nobody wants the number but to see that all cells were read. */
public interface Sums {
    int sum(int[] cells, int count);

    /** The Vector API's, with which nothing on this machine reads faster. The module must be there. */
    static Sums vector() {
        String name = Sums.class.getPackageName() + ".vector.VectorSums";
        try {
            return Class.forName(name)
                    .asSubclass(Sums.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError missing) {
            throw new IllegalStateException(
                    "There is no roofline without the Vector API. Start the JVM with --add-modules"
                            + " jdk.incubator.vector.",
                    missing);
        }
    }
}
