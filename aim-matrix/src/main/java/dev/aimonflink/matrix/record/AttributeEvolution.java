package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityType;
import java.util.List;

/** Converts attributes of an earlier model by name; one whose type has changed is dropped, until a profile sets it. */
final class AttributeEvolution {
    private static final int NOWHERE = -1;

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
