package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.Labels;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** How often a record is written when the job restarts. */
public enum Delivery {
    /** Written at once, and possibly again after a restart. */
    AT_LEAST_ONCE,
    /** Written once, in a transaction that ends with the checkpoint, when readers of committed records see it. */
    EXACTLY_ONCE;

    static Delivery of(Configuration options, ConfigOption<String> option) {
        String label = options.get(option);
        String otherwise = option.key() + "=" + label + " is no way of delivery. Use one of ";
        return Labels.find(label, List.of(values()), Delivery::label, otherwise);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
