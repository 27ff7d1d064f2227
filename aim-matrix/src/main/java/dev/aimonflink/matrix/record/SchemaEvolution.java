package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.layout.CellConversion;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.Model;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts records of earlier schemas to the present one, column by column, by name. Dropped columns disappear; added ones start empty and
 * count from now on, even in a window that has begun.
 */
public final class SchemaEvolution {
    private static final int NOWHERE = -1;

    private final MatrixSchema current;

    /** One object for all records. */
    private final Long fingerprint;

    private final Map<Long, Conversion> byFingerprint = new HashMap<>();

    private record Conversion(int[] windows, CellConversion cells, AttributeEvolution attributes) {}

    /** @param earlier the schemas that stored records may have, besides the present one */
    public SchemaEvolution(MatrixSchema current, Collection<Model> earlier) {
        this.current = current;
        fingerprint = current.fingerprint();
        for (Model model : earlier) {
            MatrixSchema schema = MatrixSchema.of(model);
            byFingerprint.put(schema.fingerprint(), conversionOf(schema));
        }
        byFingerprint.remove(current.fingerprint());
    }

    private Conversion conversionOf(MatrixSchema earlier) {
        int[] windows = current.windows().stream().mapToInt(earlier::indexOf).toArray();
        return new Conversion(
                windows,
                new CellConversion(earlier, current),
                new AttributeEvolution(earlier.model().entity(), current.model().entity()));
    }

    /** Returns the given record if it already has the present schema, or an unknown one, which a partition rejects. */
    public EntityRecord converted(EntityRecord stored) {
        Conversion conversion = byFingerprint.get(stored.schemaFingerprint());
        if (conversion == null) {
            return stored;
        }
        EntityRecord fresh =
                EntityRecord.empty(stored.key(), fingerprint, current.layout(), conversion.windows().length);
        for (int window = 0; window < conversion.windows().length; window++) {
            if (conversion.windows()[window] != NOWHERE) {
                fresh.windowNumbers()[window] =
                        stored.windowNumbers()[conversion.windows()[window]];
            }
        }
        conversion.cells().convert(stored.ints(), stored.longs(), fresh.ints(), fresh.longs());
        fresh.lastEventMs(stored.lastEventMs());
        fresh.mark(stored.mark());
        fresh.attributes(conversion.attributes().converted(stored.attributes()));
        return fresh;
    }

    /** Converts attributes of an earlier model by name; one whose type has changed is dropped, until a profile sets it. */
    private static final class AttributeEvolution {
        /** By attribute of the present model, its index in the earlier one. */
        private final int[] places;

        private final boolean isSame;

        AttributeEvolution(EntityType earlier, EntityType current) {
            List<Attribute> attributes = current.attributes();
            places = new int[attributes.size()];
            boolean same = earlier.attributes().size() == places.length;
            for (int i = 0; i < places.length; i++) {
                places[i] = placeOf(attributes.get(i), earlier.attributes());
                same &= places[i] == i;
            }
            isSame = same;
        }

        /** Labels are kept as texts, so an enumeration may have got others. */
        private static int placeOf(Attribute attribute, List<Attribute> earlier) {
            for (int i = 0; i < earlier.size(); i++) {
                Attribute each = earlier.get(i);
                if (each.name().equals(attribute.name())
                        && each.type().kind() == attribute.type().kind()
                        && each.type().scale() == attribute.type().scale()) {
                    return i;
                }
            }
            return NOWHERE;
        }

        Attributes converted(Attributes stored) {
            if (isSame) {
                return stored;
            }
            Object[] values = new Object[places.length];
            for (int i = 0; i < places.length; i++) {
                values[i] = places[i] == NOWHERE ? null : stored.value(places[i]);
            }
            return Attributes.of(values);
        }
    }
}
