package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.ColumnNames;
import dev.aimonflink.matrix.model.Draw;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.testing.Scale;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads how long the methods of compiled steps really are. */
class CompiledStepsTest {
    /** HotSpot's HugeMethodLimit: longer methods are interpreted for ever. */
    private static final int MAX_CODE_BYTES = 8_000;

    /** The steps that take the most bytes in both methods: each asks whether there is a value, and goes over several copies. */
    private static final List<EventFunction> FUNCTIONS = List.of(EventFunction.SUM, EventFunction.COUNT);

    /** In bytes, by the name of the method. */
    private static Map<String, Integer> lengths(CellLayout layout) {
        ClassReader reader = new ClassReader(CompiledSteps.code(layout));
        char[] name = new char[reader.getMaxStringLength()];
        Map<String, Integer> lengths = new HashMap<>();
        // Access, class, superclass; then the interfaces, counted. The class has no fields.
        int at = reader.header + 6;
        at += 2 + 2 * reader.readUnsignedShort(at);
        assertThat(reader.readUnsignedShort(at)).as("fields").isZero();
        at += 2;
        int methods = reader.readUnsignedShort(at);
        at += 2;
        for (int method = 0; method < methods; method++) {
            String nameOfMethod = reader.readUTF8(at + 2, name);
            int attributes = reader.readUnsignedShort(at + 6);
            at += 8;
            for (int attribute = 0; attribute < attributes; attribute++) {
                if (reader.readUTF8(at, name).equals("Code")) {
                    // Name, length of the attribute, depth of the stack, local variables; then the length of the code.
                    lengths.put(nameOfMethod, reader.readInt(at + 10));
                }
                at += 6 + reader.readInt(at + 2);
            }
        }
        return lengths;
    }

    /** A model with so many steps, in calendar windows of different lengths. */
    private static Model model(int windows, int steps, int copies, FieldType type) {
        List<EventField> fields = new ArrayList<>();
        List<Aggregation> aggregations = new ArrayList<>();
        for (int left = steps; left > 0; left -= FUNCTIONS.size()) {
            String name = "f" + fields.size();
            boolean isNarrow = type.is(FieldType.Kind.INT);
            fields.add(new EventField(name, type, null, null, true, null, name, isNarrow, Draw.USUAL));
            aggregations.add(Aggregation.of(name, FUNCTIONS.subList(0, Math.min(left, FUNCTIONS.size()))));
        }
        List<WindowPolicy> policies = new ArrayList<>();
        for (int window = 1; window <= windows; window++) {
            policies.add(new Window(Window.Unit.MINUTE, window));
        }
        return new Model(
                "large",
                new EventType("event", new EntityKey("id", false), "at", fields),
                new EntityType("thing", List.of(), Map.of()),
                new Aggregates(List.of(EventFilter.ALL), policies, aggregations, copies),
                new ColumnNames(Map.of(), Map.of()));
    }

    /** How many steps still fit. */
    private static int mostSteps(int windows, FieldType type) {
        int steps = 0;
        while (CompiledSteps.fits(new CellLayout(model(windows, steps + 1, 1, type)))) {
            steps++;
        }
        return steps;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 33, 64})
    void shouldKeepTheLargestModelsThatFitWithinWhatHotSpotCompiles(int windows) {
        for (FieldType type : List.of(FieldType.INT, FieldType.LONG, FieldType.DOUBLE)) {
            int steps = mostSteps(windows, type);
            // With two hundred copies, indexes of cells are more than a short can say.
            for (int copies : new int[] {1, 2, 200}) {
                Map<String, Integer> lengths = lengths(new CellLayout(model(windows, steps, copies, type)));
                String what = windows + " windows, " + copies + " copies of " + type + ": " + lengths;
                assertThat(lengths).as(what).containsOnlyKeys("<init>", "add", "signsAfter");
                assertThat(lengths.get("add")).as(what).isBetween(MAX_CODE_BYTES / 3, MAX_CODE_BYTES);
                assertThat(lengths.get("signsAfter")).as(what).isBetween(100, MAX_CODE_BYTES);
            }
        }
    }

    static LongStream seeds() {
        return Scale.seeds(12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepRandomModelsThatFitWithinWhatHotSpotCompiles(long seed) {
        CellLayout layout =
                new CellLayout(RandomModels.nextOfEveryPolicy(new Random(seed)).model());
        Map<String, Integer> lengths = lengths(layout);
        int steps = layout.windowsOfRun() * layout.cells().size();
        assertThat(lengths.keySet()).as("seed %d", seed).isEqualTo(Set.of("<init>", "add", "signsAfter"));
        assertThat(lengths.get("add")).as("seed %d", seed).isGreaterThan(9 * steps);
        if (CompiledSteps.fits(layout)) {
            assertThat(lengths.values())
                    .as("seed %d, %d steps", seed, steps)
                    .allMatch(length -> length <= MAX_CODE_BYTES);
        }
    }
}
