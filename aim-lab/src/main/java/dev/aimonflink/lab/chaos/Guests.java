package dev.aimonflink.lab.chaos;

import dev.aimonflink.lab.disturbance.Setting;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.query.plain.Oracle;
import java.util.List;
import java.util.function.LongSupplier;

/** Further clients of a run's job, which ask in their own way while it is killed and changed, and check their answers. */
interface Guests extends AutoCloseable {
    interface Invitation {
        Invitation NONE = (setting, published) -> new Guests() {
            @Override
            public List<String> end() {
                return List.of();
            }

            @Override
            public List<String> compare(Oracle truth, Model kept) {
                return List.of();
            }

            @Override
            public void close() {}
        };

        /** @param published the number of events, without the one being published */
        Guests open(Setting setting, LongSupplier published);
    }

    /** Returns what was wrong, when the last questions have ended. */
    List<String> end();

    /**
     * Returns which answers are wrong now, while the job has all that was published.
     *
     * @param kept the truth's columns for an entity, in order
     */
    List<String> compare(Oracle truth, Model kept);

    @Override
    void close();
}
