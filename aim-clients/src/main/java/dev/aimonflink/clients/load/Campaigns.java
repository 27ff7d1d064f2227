package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.layout.CellKind;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Every.Period;
import dev.aimonflink.rules.judge.Rule;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Draws campaigns like those of the papers' benchmark: conditions that are alternatives of comparisons of aggregates with numbers. Most
 * alternatives begin with one of few aggregates, the papers' pivots.
 */
public final class Campaigns {
    public static final int PIVOTS = 20;

    private static final int[] ALTERNATIVES = {57, 51, 70, 69, 53};

    private static final int MOST_COMPARISONS = 5;
    private static final int LEAST_NUMBER = 11;
    private static final int NUMBERS = 90;
    private static final int PERCENT = 100;

    /** How often an alternative begins with a pivot, in percent. */
    private static final int WITH_PIVOT = 89;

    private static final int SLIDING = 10;
    private static final int LEAST_DAYS = 7;
    private static final int DAYS = 25;

    private final List<StoredColumn> aggregates;
    private final List<StoredColumn> pivots;
    private final RandomGenerator random;
    private final Instant now;

    /** @param now when campaigns have been valid for up to half their time */
    public Campaigns(MatrixSchema schema, RandomGenerator random, Instant now) {
        aggregates = schema.columns().stream()
                .filter(each -> !each.kind().isDouble() && each.kind() != CellKind.LONG_SQUARES)
                .toList();
        pivots = aggregates.subList(0, Math.min(PIVOTS, aggregates.size()));
        this.random = random;
        this.now = now.truncatedTo(ChronoUnit.DAYS);
    }

    public List<StoredColumn> aggregates() {
        return aggregates;
    }

    public List<StoredColumn> pivots() {
        return pivots;
    }

    /** Campaigns like the papers' 300, each of which is true for many subscribers. */
    public List<Rule> ofThePapers(int count) {
        return campaigns(count, () -> comparison(isWithPivot() ? pivots : aggregates));
    }

    /**
     * The same with alternatives that always begin with a pivot above a limit.
     *
     * @param limits by pivot, as SQL texts
     */
    public List<Rule> selective(int count, Function<StoredColumn, String> limits) {
        return campaigns(count, () -> {
            StoredColumn pivot = drawn(pivots);
            return pivot.name() + " > " + limits.apply(pivot);
        });
    }

    private List<Rule> campaigns(int count, Supplier<String> first) {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<String> alternatives = new ArrayList<>();
            for (int left = alternatives(); left > 0; left--) {
                alternatives.add(alternative(first));
            }
            rules.add(rule("campaign-" + i, String.join(" OR ", alternatives)));
        }
        return rules;
    }

    private int alternatives() {
        int drawn = random.nextInt(IntStream.of(ALTERNATIVES).sum());
        int alternatives = 1;
        while (drawn >= ALTERNATIVES[alternatives - 1]) {
            drawn -= ALTERNATIVES[alternatives - 1];
            alternatives++;
        }
        return alternatives;
    }

    private String alternative(Supplier<String> first) {
        List<String> comparisons = new ArrayList<>(List.of(first.get()));
        for (int left = random.nextInt(MOST_COMPARISONS); left > 0; left--) {
            comparisons.add(comparison(aggregates));
        }
        return "(" + String.join(" AND ", comparisons) + ")";
    }

    private boolean isWithPivot() {
        return random.nextInt(PERCENT) < WITH_PIVOT;
    }

    private StoredColumn drawn(List<StoredColumn> among) {
        return among.get(random.nextInt(among.size()));
    }

    /** Four of ten each are {@code >} and {@code >=}, one each {@code <} and {@code <=}. */
    private String comparison(List<StoredColumn> among) {
        int die = random.nextInt(10);
        String operator = die < 4 ? " > " : die < 8 ? " >= " : die < 9 ? " < " : " <= ";
        return drawn(among).name() + operator + (LEAST_NUMBER + random.nextInt(NUMBERS));
    }

    private Rule rule(String id, String when) {
        int drawn = random.nextInt(10);
        Period period = drawn < 2 ? Period.ALWAYS : drawn < 4 ? Period.DAY : drawn < 6 ? Period.TWO_DAYS : Period.WEEK;
        boolean slides = period != Period.ALWAYS && random.nextInt(PERCENT) < SLIDING;
        int days = LEAST_DAYS + random.nextInt(DAYS);
        Instant from = now.minus(random.nextInt(days / 2 + 1), ChronoUnit.DAYS);
        return rule(id, when, new Every(period, slides), new Rule.Validity(from, from.plus(days, ChronoUnit.DAYS)));
    }

    public static Rule above(String id, StoredColumn aggregate, String threshold) {
        return rule(id, aggregate.name() + " > " + threshold, new Every(Period.DAY, false), Rule.Validity.ALWAYS);
    }

    private static Rule rule(String id, String when, Every every, Rule.Validity valid) {
        return new Rule(id, when, Map.of(), every, null, valid, 0, null, null, false, true, false, Rule.Mute.NONE);
    }
}
