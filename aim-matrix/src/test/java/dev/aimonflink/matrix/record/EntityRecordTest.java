package dev.aimonflink.matrix.record;

import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.model.EntityId;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EntityRecordTest {
    private static final Profile PROFILE = new Profile(7, "CH-8000", 2, 1, 3);

    private static EntityRecord record(
            long id, long fingerprint, int windowNumber, int calls, long cents, Profile profile) {
        return new EntityRecord(
                EntityId.of(id),
                fingerprint,
                new int[] {windowNumber},
                new int[] {calls},
                new long[] {cents},
                CallProfiles.attributes(profile));
    }

    @Test
    void shouldEqualARecordOfTheSameContentsAlone() {
        EntityRecord record = record(7, 1, 2, 3, 4, PROFILE);
        EntityRecord withoutProfile = record(7, 1, 2, 3, 4, null);
        assertThat(record).isEqualTo(record(7, 1, 2, 3, 4, PROFILE)).hasSameHashCodeAs(withoutProfile);
        assertThat(withoutProfile).isEqualTo(record(7, 1, 2, 3, 4, null)).isNotEqualTo(record);
        for (EntityRecord other : List.of(
                record(8, 1, 2, 3, 4, PROFILE),
                record(7, 0, 2, 3, 4, PROFILE),
                record(7, 1, 0, 3, 4, PROFILE),
                record(7, 1, 2, 0, 4, PROFILE),
                record(7, 1, 2, 3, 0, PROFILE),
                record(7, 1, 2, 3, 4, new Profile(7, "CH-8000", 2, 1, 0)),
                withoutProfile)) {
            assertThat(record).isNotEqualTo(other);
        }
        EntityRecord renewed = record(7, 1, 2, 3, 4, PROFILE);
        renewed.renew(0);
        assertThat(record).isNotEqualTo(renewed).isNotEqualTo(PROFILE);
    }

    @Test
    void shouldCopyWhatChangesLater() {
        EntityRecord record = record(7, 1, 2, 3, 4, PROFILE);
        EntityRecord copy = record.copy();
        record.windowNumbers()[0]++;
        record.ints()[0]++;
        record.longs()[0]++;
        record.attributes(CallProfiles.attributes(null));
        assertThat(copy).isEqualTo(record(7, 1, 2, 3, 4, PROFILE));
    }

    @Test
    void shouldKnowTheTimeOfItsNewestEvent() {
        EntityRecord record = record(7, 1, 2, 3, 4, PROFILE);
        assertThat(record.lastEventMs()).isEqualTo(EntityRecord.NO_EVENT);
        assertThat(record.lastEventHour()).isNegative();
        record.renew(7_199_999);
        assertThat(record.lastEventMs()).isEqualTo(7_199_999);
        assertThat(record.lastEventHour()).isEqualTo(1);
        record.renew(7_200_000);
        assertThat(record.lastEventHour()).isEqualTo(2);
        record.renew(0);
        assertThat(record.lastEventHour()).as("a late event").isEqualTo(2);
        assertThat(record.copy().lastEventMs()).isEqualTo(7_200_000);
    }
}
