package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.names.TooManyTextsException;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** More different texts of an attribute than a partition has codes for, because there are fewer partitions than before. */
class ManyTextsTest {
    private static final Model MODEL = ModelFile.parse("""
            {model: m, entity: card, event: payment, key: cardId, time: at, attributes: {holder: text},
             windows: [1 day], aggregates: {events: [count]}}""", "m");

    private static final int ENTITIES = AttributeColumns.MAX_TEXTS + 1_000;

    @Test
    void shouldRestoreTextsThatHaveNoRoom() {
        ModelPartitions two = new ModelPartitions(MODEL, List.of(), EntityTables.NONE, 2, ZoneOffset.UTC);
        for (int card = 0; card < ENTITIES; card++) {
            two.profile(EntityId.of(card), Attributes.of("holder " + card));
        }
        assertThat(two.owners())
                .allMatch(owner -> owner.partition().attributesLackingTexts().isEmpty());

        ModelPartitions one = two.restored(List.of(), 1);

        assertThat(one.rows()).isEqualTo(ENTITIES);
        assertThat(one.verify()).as("cells that differ").isZero();
        for (int card = 0; card < ENTITIES; card += 999) {
            assertThat(one.ask(EntityId.of(card)).rows().get(0)).startsWith((long) card, "holder " + card);
        }
        assertThat(one.owners().get(0).partition().attributesLackingTexts()).containsExactly("holder");
        assertFails(TooManyTextsException.class, () -> one.profile(EntityId.of(1), Attributes.of("nobody")))
                .hasMessage("holder='nobody' is one text more than the 65536 of an attribute without a table. Give the"
                        + " attribute a table, or take it out of the model.");
    }
}
