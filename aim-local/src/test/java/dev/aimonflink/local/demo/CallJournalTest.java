package dev.aimonflink.local.demo;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.core.calls.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CallJournalTest {
    private static final long SEED = 23;

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, CallJournal.CALLS_PER_CHUNK - 1, CallJournal.CALLS_PER_CHUNK, CallJournal.CALLS_PER_CHUNK + 1
            })
    void shouldGiveBackWhatWasAddedAsOftenAsAsked(int size) {
        EventGenerator calls = new EventGenerator(SEED, 1_000, Distribution.uniform());
        CallJournal journal = new CallJournal();
        List<Event> added = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Event call = calls.next(i);
            added.add(call);
            journal.add(call);
        }

        assertThat(journal.size()).isEqualTo(size);
        for (int time = 0; time < 2; time++) {
            List<Event> replayed = new ArrayList<>();
            journal.replay(replayed::add);
            assertThat(replayed).as("seed=%d", SEED).isEqualTo(added);
        }
    }
}
