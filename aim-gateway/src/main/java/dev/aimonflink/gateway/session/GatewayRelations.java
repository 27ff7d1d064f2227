package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.relation.ForwardingRelations;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.sql.SqlState;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The relations of the gateway as one statement names them, told apart from the tables of the matrix. */
final class GatewayRelations {
    private static final String PUBLIC = "public";

    private final Relations relations;
    private final Predicate<String> isOfMatrix;

    /** @param isOfMatrix whether the job has a table of that name */
    GatewayRelations(Relations relations, Predicate<String> isOfMatrix) {
        this.relations = relations;
        this.isOfMatrix = isOfMatrix;
    }

    Named named() {
        return new Named();
    }

    /** Ends the planning of a statement that names a table of the matrix: the job plans it. */
    static final class OfTheMatrix extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OfTheMatrix(String table) {
            super(table, null, false, false);
        }
    }

    /** Remembers whether a statement has named any of them. */
    final class Named extends ForwardingRelations {
        private String first;
        private boolean passesTables;

        @Override
        protected Relations others() {
            return relations;
        }

        boolean isAny() {
            return first != null;
        }

        /** From now on a table of the matrix is one without columns. */
        void passTables() {
            passesTables = true;
        }

        /** Refuses a statement that is of both sides. */
        void requireNone(OfTheMatrix table) {
            if (isAny()) {
                throw Failure.of(
                        SqlState.NOT_SUPPORTED,
                        "The statement reads \"" + table.getMessage() + "\", which the job has, and \"" + first
                                + "\", which the gateway has. Ask for each by itself.");
            }
        }

        @Override
        public Optional<Relation> find(List<String> name) {
            boolean isUnqualified =
                    name.size() == 1 || (name.size() == 2 && name.get(0).equals(PUBLIC));
            String last = name.get(name.size() - 1);
            if (isUnqualified && isOfMatrix.test(last)) {
                if (passesTables) {
                    return Optional.of(new Relation(PUBLIC, last, List.of(), List::of));
                }
                throw new OfTheMatrix(last);
            }
            Optional<Relation> found = relations.find(name);
            if (found.isPresent() && first == null) {
                first = String.join(".", name);
            }
            return found;
        }

        @Override
        public Optional<RowFunction> function(String name) {
            Optional<RowFunction> found = relations.function(name);
            if (found.isPresent() && first == null) {
                first = name;
            }
            return found;
        }
    }
}
