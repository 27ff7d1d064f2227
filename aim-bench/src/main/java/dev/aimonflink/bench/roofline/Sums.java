package dev.aimonflink.bench.roofline;

/** A plain sum, which may overflow, because it only shows that all cells were read. */
public interface Sums {
    int sum(int[] cells, int count);

    /** The fastest sum, by the Vector API, whose module must be present. */
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
