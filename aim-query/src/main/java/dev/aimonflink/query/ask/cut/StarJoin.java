package dev.aimonflink.query.ask.cut;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The rows of the matrix joined with tables by attributes that are their keys, filtered and projected: what a partition computes row by
 * row. Such a join is a look-up, because a key has one row at most.
 *
 * <p>An expression of a query in FROM is one object wherever its column is named, so an expression can have far more parts than objects:
 * {@link FragmentBuilder} counts them.
 *
 * @param columns all columns of the matrix and of the tables; a {@link Bound.Field} refers to one by index
 */
public record StarJoin(List<MatrixColumn> columns, List<Bound> conditions, List<Bound> outputs) {
    /**
     * The greatest depth of nested operators, because whatever walks an expression has each level on its stack. The parser bounds one
     * expression, but those of queries in FROM nest in each other.
     */
    public static final int MAX_HEIGHT = 500;

    static StarJoin of(Plan plan, MatrixTables tables) {
        return new Builder(tables).build(plan);
    }

    Bound in(Bound overOutputs) {
        return over(outputs, overOutputs);
    }

    List<Bound> in(List<Bound> overOutputs) {
        return overOutputs.stream().map(this::in).toList();
    }

    private static Bound over(List<Bound> rows, Bound bound) {
        return new BoundRewriter(node -> node instanceof Bound.Field field ? replacement(rows, field) : null)
                .rewrite(bound);
    }

    /** Errors of a column that stands for another are reported where the latter is written. */
    private static Bound replacement(List<Bound> rows, Bound.Field field) {
        Bound value = rows.get(field.column().index());
        return value instanceof Bound.Field of ? new Bound.Field(of.column(), field.position()) : value;
    }

    private static final class Builder {
        private static final int NONE = -1;

        private final MatrixTables tables;
        private final List<Source> sources = new ArrayList<>();
        private final List<Bound> conditions = new ArrayList<>();

        /** Heights of expressions that can stand in others; columns are left out. */
        private final IdentityHashMap<Bound, Integer> heights = new IdentityHashMap<>();

        private int width;

        private static final class Source {
            private final Table table;
            private final int begin;

            /** The attribute that is the table's key. */
            private int attribute = NONE;

            Source(Table table, int begin) {
                this.table = table;
                this.begin = begin;
            }
        }

        Builder(MatrixTables tables) {
            this.tables = tables;
        }

        StarJoin build(Plan plan) {
            List<Bound> outputs = rows(plan);
            boolean isStar = outputs != null
                    && sources.stream()
                                    .filter(each -> tables.isMatrix(each.table))
                                    .count()
                            == 1
                    && sources.stream().allMatch(this::isLookedUp);
            return isStar ? new StarJoin(columns(), List.copyOf(conditions), outputs) : null;
        }

        /** The columns of a plan's rows; null if it is not part of a star. */
        private List<Bound> rows(Plan plan) {
            if (plan instanceof Plan.Scan scan) {
                return scanned(scan);
            } else if (plan instanceof Plan.Filter filter) {
                return filtered(filter);
            } else if (plan instanceof Plan.Project project) {
                List<Bound> input = rows(project.input());
                return input == null || project.expressions().stream().anyMatch(Initials::isIn)
                        ? null
                        : project.expressions().stream()
                                .map(each -> inlined(input, each))
                                .toList();
            } else if (plan instanceof Plan.Join join) {
                return joined(join);
            } else {
                return null;
            }
        }

        private List<Bound> scanned(Plan.Scan scan) {
            Source source = new Source(scan.table(), width);
            sources.add(source);
            List<Bound> fields = new ArrayList<>();
            for (Column column : scan.table().columns()) {
                fields.add(new Bound.Field(
                        new Column(column.name(), column.type(), width++, column.min(), column.max()), 0));
            }
            return fields;
        }

        private List<Bound> filtered(Plan.Filter filter) {
            List<Bound> input = rows(filter.input());
            return input == null || !addConditions(filter.condition(), input) ? null : input;
        }

        private boolean addConditions(Bound condition, List<Bound> rows) {
            if (Initials.isIn(condition)) {
                return false;
            }
            Conjuncts.of(condition).forEach(each -> conditions.add(inlined(rows, each)));
            return true;
        }

        private Bound inlined(List<Bound> rows, Bound bound) {
            Bound inlined = over(rows, bound);
            if (!(inlined instanceof Bound.Field)) {
                int height = height(inlined);
                if (height > MAX_HEIGHT) {
                    throw new SqlException(
                            SqlState.TOO_COMPLEX,
                            bound.position(),
                            "With those of the queries in FROM, an expression has more than " + MAX_HEIGHT
                                    + " operators in each other. Nest fewer queries, or write simpler expressions in them.");
                }
                heights.put(inlined, height);
            }
            return inlined;
        }

        private int height(Bound bound) {
            Integer known = heights.get(bound);
            if (known != null) {
                return known;
            }
            int highest = 0;
            for (Bound operand : Operands.of(bound)) {
                highest = Math.max(highest, height(operand));
            }
            return 1 + highest;
        }

        private List<Bound> joined(Plan.Join join) {
            List<Bound> left = rows(join.left());
            List<Bound> right = left == null ? null : rows(join.right());
            if (right == null) {
                return null;
            }
            List<Bound> both = new ArrayList<>(left);
            both.addAll(right);
            return switch (join.kind()) {
                case INNER -> join.condition() == null || addConditions(join.condition(), both) ? both : null;
                case LEFT -> isOuterLookUp(join, both) ? both : null;
                case FULL -> null;
            };
        }

        /** Whether the right side is a table, and the condition only says that its key is an attribute. */
        private boolean isOuterLookUp(Plan.Join join, List<Bound> both) {
            if (!(join.right() instanceof Plan.Scan) || join.condition() == null) {
                return false;
            }
            Source right = sources.get(sources.size() - 1);
            right.attribute = attribute(over(both, join.condition()), right);
            return right.attribute != NONE;
        }

        /** Whether a condition makes an attribute the table's key, so that it has at most one row, and exactly one where the condition holds. */
        private boolean isLookedUp(Source source) {
            for (int i = 0; i < conditions.size() && !tables.isMatrix(source.table) && source.attribute == NONE; i++) {
                source.attribute = attribute(conditions.get(i), source);
                if (source.attribute != NONE) {
                    Column key = source.table.columns().get(0);
                    int position = conditions.get(i).position();
                    conditions.set(
                            i,
                            new Bound.Not(
                                    new Bound.IsNull(
                                            new Bound.Field(Column.of(key.name(), key.type(), source.begin), position),
                                            position),
                                    position));
                }
            }
            return tables.isMatrix(source.table) || source.attribute != NONE;
        }

        /** The attribute that a condition equates with the key of a table, as the model does; else {@link #NONE}. */
        private int attribute(Bound condition, Source source) {
            if (tables.isMatrix(source.table)
                    || !(condition instanceof Bound.Comparison equal)
                    || equal.operator() != BinaryOperator.EQUAL) {
                return NONE;
            }
            int attribute = attribute(equal.left(), equal.right(), source);
            return attribute != NONE ? attribute : attribute(equal.right(), equal.left(), source);
        }

        private int attribute(Bound attribute, Bound key, Source source) {
            boolean isKey = key instanceof Bound.Field field && field.column().index() == source.begin;
            // Labels are texts to the table that has them as keys.
            Bound value = attribute instanceof Bound.Cast cast
                            && cast.type().is(Kind.TEXT)
                            && cast.operand().type().is(Kind.ENUM)
                    ? cast.operand()
                    : attribute;
            return isKey
                            && value instanceof Bound.Field field
                            && column(field.column().index()) instanceof MatrixColumn.OfAttribute of
                            && isKeyedBy(of.attribute(), source.table)
                    ? of.index()
                    : NONE;
        }

        private boolean isKeyedBy(Attribute attribute, Table table) {
            EntityTable file = tables.file(table);
            return file != null && file.name().equals(attribute.table());
        }

        private MatrixColumn column(int index) {
            for (Source source : sources) {
                if (tables.isMatrix(source.table)
                        && index >= source.begin
                        && index < source.begin + source.table.columns().size()) {
                    return tables.matrixColumns().get(index - source.begin);
                }
            }
            return null;
        }

        private List<MatrixColumn> columns() {
            List<MatrixColumn> columns = new ArrayList<>();
            for (Source source : sources) {
                if (tables.isMatrix(source.table)) {
                    columns.addAll(tables.matrixColumns());
                } else {
                    EntityTable file = tables.file(source.table);
                    for (int i = 0; i < file.columns().size(); i++) {
                        columns.add(new MatrixColumn.OfTable(
                                new TableColumn(source.attribute, tables.attribute(source.attribute), file, i)));
                    }
                }
            }
            return columns;
        }
    }
}
