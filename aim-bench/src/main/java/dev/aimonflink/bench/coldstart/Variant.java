package dev.aimonflink.bench.coldstart;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured side by side.
 *
 * @param javaOptions of each TaskManager
 * @param jar of the job, or null for the present one
 */
record Variant(String name, List<String> javaOptions, Path jar) {
    /** The variant under test, as the job is shipped. */
    static final Variant VECTOR = new Variant("vector", List.of("--add-modules=jdk.incubator.vector"), null);

    /** Without the vector module, scans run on plain loops. */
    static final Variant SCALAR = new Variant("scalar", List.of(), null);

    /** An earlier job, with the present options of the JVM. */
    static Variant baseline(Path jar) {
        return new Variant("baseline", VECTOR.javaOptions, jar);
    }

    /** The options of {@code aim cluster up}. */
    String[] options(GcLog log) {
        Stream<String> ofJava =
                Stream.concat(Stream.of(log.option()), javaOptions.stream()).map(option -> "--java-option=" + option);
        return Stream.concat(ofJava, Stream.ofNullable(jar).map(file -> "--jar=" + file))
                .toArray(String[]::new);
    }

    /** For how long it is measured: others than the one under test only as long as they are compared. */
    int seconds(Spans spans) {
        return equals(VECTOR) ? spans.seconds() : spans.compared().to();
    }
}
