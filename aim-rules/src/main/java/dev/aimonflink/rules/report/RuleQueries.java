package dev.aimonflink.rules.report;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.rules.judge.RuleColumns;
import java.util.List;

/** Adds the queries about rules to a model's. */
public final class RuleQueries {
    private static final Catalogue.Entry RULES = new Catalogue.Entry(
            RulesReport.ID,
            "which rules the job judges by, and how often each has fired",
            List.of(),
            arguments -> new RulesReport());

    private static final Catalogue.Entry SHADOWS = new Catalogue.Entry(
            ShadowsReport.ID,
            "some of the alerts that shadow rules would have made",
            List.of(),
            arguments -> new ShadowsReport());

    private RuleQueries() {}

    public static Catalogue beside(Catalogue ofModel, RuleColumns columns, AnswerLimits limits) {
        return ofModel.with(List.of(new PreviewText(columns, limits).entry()), List.of(RULES, SHADOWS));
    }
}
