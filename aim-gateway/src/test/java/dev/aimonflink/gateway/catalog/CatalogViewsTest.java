package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.FixedSurroundings;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.TwoServers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CatalogViewsTest {
    private static final Catalogued DESCRIBED = MatrixCatalog.described(List.of());
    private static final PgCatalog CATALOG = new PgCatalog(DESCRIBED);
    private static final CatalogViews VIEWS = views();
    private static final CatalogColumns CLASSES = CatalogColumns.ALL.stream()
            .filter(relation -> relation.name().equals("pg_class"))
            .findFirst()
            .orElseThrow();

    private static CatalogViews views() {
        OidsInOrder numbers = new OidsInOrder(DESCRIBED);
        return new CatalogViews(CATALOG, DESCRIBED, new Facts(DESCRIBED, numbers, new Comments(DESCRIBED, numbers)));
    }

    @Test
    void shouldHaveRowsOfEachViewOfTheFile() {
        Map<String, String> queries = CatalogViews.queries(CatalogColumns.text("views.sql"));
        assertThat(queries).hasSizeGreaterThan(30);
        for (CatalogColumns relation : CatalogColumns.ALL) {
            String query = queries.get(relation.schema() + "." + relation.name());
            if (query != null) {
                assertThat(VIEWS.view(relation, query).rows())
                        .as(relation.name())
                        .isNotEmpty()
                        .allMatch(row -> row.length == relation.columns().size());
            }
        }
    }

    @Test
    void shouldHaveAValueForEachColumnOfAFact() {
        for (String name : VIEWS.names()) {
            Relation fact = VIEWS.find(List.of(name.split("\\."))).orElseThrow();
            assertThat(fact.rows().get())
                    .as(name)
                    .isNotEmpty()
                    .allMatch(row -> row.length == fact.columns().size());
        }
    }

    @Test
    void shouldNotLetOtherStatementsNameFacts() {
        for (String sql : List.of("SELECT * FROM facts.relations", "SELECT 'facts'::regnamespace")) {
            assertThat(TwoServers.own(CATALOG, new FixedSurroundings(), sql))
                    .first()
                    .isIn("42P01", "42704");
        }
        assertThat(CATALOG.hasSchema(Facts.SCHEMA)).isFalse();
    }

    @Test
    void shouldSayWhichRelationAViewMayHave() {
        assertThatThrownBy(() -> CatalogViews.queries("CREATE VIEW pg_catalog.pg_klass AS SELECT 1;\n"))
                .hasMessage(
                        "relations.txt has no relation pg_catalog.pg_klass, of which views.sql has a view. Correct the"
                                + " name, with its schema, or add a line to relations.txt.");
        assertThatThrownBy(() -> CatalogViews.queries(
                        "CREATE VIEW pg_catalog.pg_am AS SELECT 1;\nCREATE VIEW pg_catalog.pg_am AS SELECT 2;\n"))
                .hasMessage("views.sql has two views pg_catalog.pg_am. Remove one, or correct its name.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT oid AS number FROM facts.relations | has a column number, which the relation has not. Name it
            SELECT 1 AS reltuples | has a column reltuples of integer, which is real in relations.txt. Convert it: (...)::real.
            SELECT oid, name AS oid FROM facts.relations | has a column oid of name, which is oid in relations.txt. Convert it: (...)::oid.
            SELECT oid, oid FROM facts.relations | has a column twice: oid, oid. Remove one of both.
            SELECT oid FROM facts.relation | is no query: There is no table "facts.relation". Did you mean 'facts.relations'?
            SELECT oid FRM facts.relations | is no query:
            BEGIN | is no query. Write SELECT behind AS.
            ; | is no query. Write SELECT behind AS.
            """)
    void shouldSayWhatIsWrongWithAView(String query, String message) {
        assertFails(IllegalArgumentException.class, () -> VIEWS.view(CLASSES, query))
                .hasMessageStartingWith("The view pg_catalog.pg_class of views.sql " + message);
    }
}
