package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.ResolvingDecoder;

/**
 * Reads the events that were written with one schema.
 *
 * <p>The reader's schema, against which Avro resolves the writer's, has the model's fields that the writer has, in the model's order. What
 * the writer lacks is left out instead of being null, because Avro would make a decoder for each default of each event.
 */
final class AvroResolution {
    private final String name;
    private final Schema reader;
    private final ResolvingDecoder resolving;
    private final AvroBranch[][] branches;
    private final boolean[] isUnion;

    /** An event needs its key and time; other fields are checked when read. */
    private final String missing;

    /** @throws InvalidInputException if no value of a field can be one of the model's */
    AvroResolution(String name, Schema writer, EventType event) {
        this.name = name;
        AvroBranches ways = new AvroBranches(event);
        List<Schema.Field> read = new ArrayList<>();
        List<AvroBranch[]> found = new ArrayList<>();
        Map<String, Function<Schema, AvroBranch>> wanted = new LinkedHashMap<>();
        wanted.put(event.key().name(), ways::ofKey);
        if (!event.isTimedByRecord()) {
            wanted.put(event.time(), ways::ofTime);
        }
        missing = wanted.keySet().stream()
                .filter(field -> writer.getField(field) == null)
                .findFirst()
                .map(field -> field + " is missing")
                .orElse(null);
        int first = wanted.size();
        for (EventField field : event.fields()) {
            int index = wanted.size() - first;
            wanted.put(field.name(), written -> ways.ofField(index, written));
        }
        wanted.forEach((field, way) -> {
            Schema.Field written = writer.getField(field);
            if (written != null) {
                List<AvroBranch> of = branches(written.schema(), way);
                read.add(new Schema.Field(field, type(written.schema(), of)));
                found.add(of.toArray(AvroBranch[]::new));
            }
        });
        branches = found.toArray(AvroBranch[][]::new);
        isUnion = new boolean[branches.length];
        for (int field = 0; field < isUnion.length; field++) {
            isUnion[field] = read.get(field).schema().isUnion();
        }
        reader = Schema.createRecord(writer.getName(), null, writer.getNamespace(), false, read);
        try {
            resolving = DecoderFactory.get().resolvingDecoder(writer, reader, null);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Nothing is read yet.", impossible);
        }
    }

    /** How to read a field: one way for each type of its values. */
    private List<AvroBranch> branches(Schema written, Function<Schema, AvroBranch> way) {
        List<Schema> types = written.isUnion() ? written.getTypes() : List.of(written);
        // An int and a long of one union are both read as a long.
        Map<String, AvroBranch> branches = new LinkedHashMap<>();
        for (Schema type : types) {
            AvroBranch branch = way.apply(type);
            branches.putIfAbsent(branch.type().getFullName(), branch);
        }
        List<AvroBranch> values =
                branches.values().stream().filter(each -> !each.isNull()).toList();
        if (!values.isEmpty() && values.stream().allMatch(AvroBranch::isRefused)) {
            throw new InvalidInputException(name + ": " + values.get(0).refusal()
                    + ". Give the field another type or name in the model, or leave the schema out.");
        }
        // Avro promotes to the first type that fits: an int to the accepted long, not to a refused double.
        return branches.values().stream()
                .sorted(Comparator.comparing(AvroBranch::isRefused))
                .toList();
    }

    private static Schema type(Schema written, List<AvroBranch> branches) {
        return written.isUnion()
                ? Schema.createUnion(branches.stream().map(AvroBranch::type).toList())
                : branches.get(0).type();
    }

    String name() {
        return name;
    }

    /** Whether another schema with the same fingerprint, which ignores logical types, has the same events. */
    boolean readsLike(AvroResolution other) {
        return reader.equals(other.reader);
    }

    void read(Decoder in, DeclaredEvent into) throws IOException {
        if (missing != null) {
            throw new MalformedException(missing);
        }
        ResolvingDecoder from = resolving;
        from.configure(in);
        for (Schema.Field field : from.readFieldOrder()) {
            int at = field.pos();
            int branch = isUnion[at] ? from.readIndex() : 0;
            branches[at][branch].reading().read(from, into);
        }
        from.drain();
    }
}
