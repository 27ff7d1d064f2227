package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.FilterConditions;
import dev.aimonflink.matrix.model.Model;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EventNamesTest {
    private static final String PAGE = """
            model: parcels
            entity: parcel
            event: scan
            key: parcelId
            time: at
            fields:
              depot: {type: enum, values: ["St. Gallen", ZRH]}
              lastStop: boolean
              carrier: text
              seenAt: time
              grams: {type: int, optional: true}
              price: money
            filters:
              late: grams > 5
            windows: [1 day]
            aggregates: {price: [avg]}
            """;

    private static final Model MODEL = ModelFile.parse(PAGE, "parcels.yaml");
    private static final Map<String, String> EXPLAINED = EventNames.explained(MODEL);

    @Test
    void shouldSayWhatIsKeptOfAField() {
        assertThat(EXPLAINED.get("price"))
                .isEqualTo(
                        "\"price\" is a field of events, which are not kept one by one. What is kept of it are columns"
                                + " such as sum_price_this_day.");
        assertThat(EXPLAINED.get("late"))
                .isEqualTo("\"late\" is a filter of events, which are not kept one by one. Its columns are such as"
                        + " count_events_of_late_this_day.");
        assertThat(EXPLAINED.get("last_stop"))
                .isEqualTo("\"last_stop\" is a field of events, which are not kept one by one. Add a filter such as"
                        + " `last_stop_a: lastStop` to the model, or an attribute.");
        assertThat(EXPLAINED).containsKeys("lastStop", "laststop").doesNotContainKey("parcel_id");
    }

    /** Whoever copies it has a model. */
    @Test
    void shouldGiveFiltersThatAModelMayHave() {
        for (String field : new String[] {"depot", "lastStop", "carrier", "seenAt", "grams"}) {
            String filter = EXPLAINED.get(field).replaceFirst("(?s).*`(.*)`.*", "$1");
            Model with = ModelFile.parse(PAGE.replace("filters:\n", "filters:\n  " + filter + "\n"), "parcels.yaml");
            assertThat(with.aggregates().filters()).as(filter).hasSize(3);
            assertThat(FilterConditions.bound(with.aggregates().filters().get(1), with.event()))
                    .isNotNull();
        }
        assertThat(EXPLAINED.get("depot")).contains("`depot_st_gallen: depot = 'St. Gallen'`");
    }
}
