package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Who has what a query needs.
 *
 * @param jobs the tables of jobs that it reads, each with the schema of its job
 * @param gateway the relations, functions and types of the gateway
 */
public record Sides(Map<String, String> jobs, Set<String> gateway) {
    private static final Set<PgType> TEXTS = Set.of(PgType.NAME, PgType.CHAR, PgType.BPCHAR, PgType.JSON);

    /**
     * @param jobOf the schema of the job that has a table; null if none has
     * @param asked what its text uses of the gateway besides its plan
     */
    public static Sides of(PlannedQuery query, UnaryOperator<String> jobOf, Set<String> asked) {
        Sides sides = new Sides(new TreeMap<>(), new TreeSet<>(asked));
        sides.add(query.plan(), jobOf);
        query.initials().forEach(initial -> sides.add(initial.plan(), jobOf));
        return sides;
    }

    private void add(Plan whole, UnaryOperator<String> jobOf) {
        Plan unused = Expressions.inPlan(
                whole,
                expression -> Operands.changed(expression, node -> {
                    add(node);
                    return node;
                }),
                plan -> {
                    if (plan instanceof Plan.Scan scan) {
                        String name = scan.table().name();
                        String job = jobOf.apply(name);
                        if (job == null) {
                            gateway.add(name);
                        } else {
                            jobs.put(name, job);
                        }
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

    /** Whether it needs nothing of anybody. */
    public boolean isOfNobody() {
        return gateway.isEmpty() && jobs.isEmpty();
    }

    public boolean isOfOneJobAlone() {
        return gateway.isEmpty() && new HashSet<>(jobs.values()).size() == 1;
    }
}
