package dev.aimonflink.rules.report;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.GivenParameters;
import dev.aimonflink.query.serve.request.Parameter;
import dev.aimonflink.query.serve.request.Planning;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.scan.PreviewScan;
import dev.aimonflink.sql.Recent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes previews from the texts of rules, which takes as long as planning a statement, so it is done where those are planned, once for all
 * partitions. Thread-safe.
 */
final class PreviewText implements Catalogue.TextPlanner {
    /** Kept until the partitions and the merger of their requests have found them. */
    private static final int KEPT = 64;

    private final RuleColumns columns;
    private final AnswerLimits limits;
    private final Map<String, Query> kept = new Recent<>(KEPT);

    PreviewText(RuleColumns columns, AnswerLimits limits) {
        this.columns = columns;
        this.limits = limits;
    }

    Catalogue.Entry entry() {
        return new Catalogue.Entry(
                PreviewRules.ID,
                "for how many entities rules are true now, and some of them",
                List.of(Parameter.text(PreviewRules.PARAMETER)),
                null,
                this);
    }

    @Override
    public Query planned(GivenParameters arguments) {
        synchronized (kept) {
            return kept.get(arguments.name(PreviewRules.PARAMETER));
        }
    }

    /** @throws QueryFailure if a rule is wrong, or needs an event */
    @Override
    public Query plan(GivenParameters arguments, Planning planning) {
        Query known = planned(arguments);
        if (known != null) {
            return known;
        }
        String text = arguments.name(PreviewRules.PARAMETER);
        try {
            PreviewRules preview = new PreviewRules(rules(text, planning), columns, limits::requireTime);
            PreviewScan scan = PreviewScan.of(preview, columns, limits);
            Query query = scan == null ? preview : scan;
            synchronized (kept) {
                kept.put(text, query);
            }
            return query;
        } catch (InvalidInputException wrong) {
            throw new QueryFailure(new QueryError(QueryError.Code.INVALID_PARAMETER, wrong.getMessage()));
        }
    }

    private List<Rule> rules(String text, Planning planning) {
        List<Rule> rules = new ArrayList<>();
        for (String line : text.lines().limit(PreviewRules.MOST_RULES + 1).toList()) {
            planning.step();
            rules.add(RuleJson.read(line.getBytes(StandardCharsets.UTF_8), columns));
        }
        if (rules.size() > PreviewRules.MOST_RULES) {
            throw new InvalidInputException("A preview is of at most " + PreviewRules.MOST_RULES
                    + " rules, a line each. Ask for the others by another request.");
        }
        return rules;
    }
}
