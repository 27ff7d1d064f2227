package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.answer.SqlBatch;
import dev.aimonflink.query.ask.answer.SqlPointQuery;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.explain.Explanation;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.LongValues;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import java.util.List;

/**
 * Counts the parts that a plan keeps in memory: nodes of expressions, values of sets, and columns of each step. A part takes about a
 * hundred bytes.
 */
final class PlanWeight {
    private static final int CHARACTERS_OF_A_PART = 50;

    private long parts;

    private PlanWeight() {}

    static long of(PlannedStatement statement) {
        PlanWeight weight = new PlanWeight();
        statement.queries().forEach(weight::add);
        return weight.parts;
    }

    static long of(Query query) {
        PlanWeight weight = new PlanWeight();
        weight.add(query);
        return weight.parts;
    }

    private void add(Query query) {
        if (query instanceof SqlQuery scan) {
            scan.kept().forEach(this::add);
            scan.cut().fragments().forEach(this::add);
        } else if (query instanceof SqlPointQuery lookup) {
            add(lookup.planned());
        } else if (query instanceof SqlBatch batch) {
            batch.statements().forEach(this::add);
        } else if (query instanceof Explanation explained) {
            add(explained.asked());
        }
    }

    private void add(PlannedQuery query) {
        add(query.plan());
        query.initials().forEach(initial -> add(initial.plan()));
    }

    private void add(Plan plan) {
        Expressions.inPlan(
                plan,
                expression -> {
                    add(expression);
                    return expression;
                },
                step -> {
                    parts += 1 + step.outputs().size();
                    return step;
                });
    }

    private void add(Fragment fragment) {
        parts += fragment.columns().size();
        addAll(fragment.conditions());
        addAll(fragment.keys());
        for (AggregateCall aggregate : fragment.aggregates()) {
            addAll(aggregate.arguments());
        }
    }

    private void addAll(List<Bound> expressions) {
        expressions.forEach(this::add);
    }

    private void add(Bound expression) {
        parts++;
        if (expression instanceof Bound.Constant constant) {
            parts += LongValues.size(constant.value()) / CHARACTERS_OF_A_PART;
            parts += constant.value() instanceof List<?> array ? array.size() : 0;
        } else if (expression instanceof Bound.InSet in) {
            parts += in.values().values().size();
        } else if (expression instanceof Bound.LookUp lookUp) {
            parts += (long) lookUp.rows().rows().size() * (1 + lookUp.rows().keys());
        }
        Operands.of(expression).forEach(this::add);
    }
}
