package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** For how many entities of a partition rules are true, and some of them. */
public final class PreviewTally {
    /** For each rule and partition. */
    public static final int EXAMPLES = 10;

    /**
     * An entity.
     *
     * @param message what an alert would say; null if it needs the event
     */
    public record Example(String key, String message) {}

    private final List<BoundRule> rules;
    private final boolean[] hasMessage;
    private final long[] entities;
    private final List<List<Example>> examples = new ArrayList<>();
    private long keptBytes;

    public PreviewTally(List<BoundRule> rules, RuleColumns columns) {
        this.rules = rules;
        entities = new long[rules.size()];
        hasMessage = new boolean[rules.size()];
        for (int i = 0; i < hasMessage.length; i++) {
            examples.add(new ArrayList<>());
            hasMessage[i] =
                    rules.get(i).expressions().message().expressions().noneMatch(each -> needsEvent(each, columns));
        }
    }

    public static boolean needsEvent(Bound expression, RuleColumns columns) {
        return Conjuncts.columnsOf(List.of(expression)).stream().anyMatch(columns::isOfEvent);
    }

    public void found(int rule, Supplier<EntityId> key, Row values) {
        if (entities[rule]++ < EXAMPLES) {
            Example example = new Example(
                    key.get().toString(),
                    hasMessage[rule] ? rules.get(rule).expressions().message().text(values) : null);
            examples.get(rule).add(example);
            keptBytes += Character.BYTES
                    * (example.key.length() + (example.message == null ? 0L : example.message.length()));
        }
    }

    public long entities(int rule) {
        return entities[rule];
    }

    /** About the size of the examples. */
    public long keptBytes() {
        return keptBytes;
    }

    public List<Example> examples(int rule) {
        return examples.get(rule);
    }
}
