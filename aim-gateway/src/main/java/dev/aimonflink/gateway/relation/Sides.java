package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Who has what a query needs.
 *
 * @param job the tables of the job that it reads
 * @param gateway the relations, functions and types of the gateway
 */
public record Sides(Set<String> job, Set<String> gateway) {
    private static final Set<PgType> TEXTS = Set.of(PgType.NAME, PgType.CHAR, PgType.BPCHAR, PgType.JSON);

    /** @param asked what its text uses of the gateway besides its plan */
    public static Sides of(PlannedQuery query, Predicate<String> isOfJob, Set<String> asked) {
        Sides sides = new Sides(new TreeSet<>(), new TreeSet<>(asked));
        sides.add(query.plan(), isOfJob);
        query.initials().forEach(initial -> sides.add(initial.plan(), isOfJob));
        return sides;
    }

    private void add(Plan whole, Predicate<String> isOfJob) {
        Plan unused = Expressions.inPlan(
                whole,
                expression -> Operands.changed(expression, node -> {
                    add(node);
                    return node;
                }),
                plan -> {
                    if (plan instanceof Plan.Scan scan) {
                        String name = scan.table().name();
                        (isOfJob.test(name) ? job : gateway).add(name);
                    }
                    return plan;
                });
    }

    private void add(Bound node) {
        if (node instanceof Bound.DeclaredCall call) {
            gateway.add(call.function().name());
        } else if (isOfGateway(node.type())) {
            gateway.add(node.type().toString());
        }
    }

    /** Whether the job has no values of the type. */
    static boolean isOfGateway(SqlType type) {
        return type.is(Kind.OID)
                || type.is(Kind.RECORD)
                || TEXTS.contains(type.pg())
                || (type.is(Kind.ARRAY) && isOfGateway(type.element()));
    }

    public boolean isOfJobAlone() {
        return gateway.isEmpty() && !job.isEmpty();
    }
}
