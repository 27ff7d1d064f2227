package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.describe.Descriptions;
import dev.aimonflink.gateway.relation.ForwardingRelations;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.plan.Tables;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.gateway.session.Talk.describeStatement;
import static dev.aimonflink.gateway.session.Talk.parse;
import static dev.aimonflink.gateway.session.Talk.sync;
import static org.assertj.core.api.Assertions.assertThat;

/** A text is bound once before it is described, whoever answers it. */
class OneBindTest {
    private final FakeJob job = new FakeJob();
    private final List<String> looked = new ArrayList<>();
    private final Talk talk = new Talk(new User("ada", null), gateway());

    private Gateway gateway() {
        RunningQueries queries = new RunningQueries(Duration.ofSeconds(1), ended -> {});
        Descriptions descriptions = new Descriptions(List.of(Tables.SCHEMA), queries, "aim", Settings::described);
        return new Gateway(
                List.of(new NamedJob(Tables.SCHEMA, job, new ModelWatch(job))),
                new MatrixStatements(),
                queries,
                (model, user) -> new Looked(descriptions.of(model, user)),
                Gateway.Limits.USUAL,
                new SharedMemory(1L << 30),
                new Gateway.HiddenNames(),
                Clock.systemUTC(),
                Descriptions.DATABASE);
    }

    private final class Looked extends ForwardingRelations {
        private final Relations relations;

        private Looked(Relations relations) {
            this.relations = relations;
        }

        @Override
        protected Relations others() {
            return relations;
        }

        @Override
        public Optional<Relation> find(List<String> name) {
            looked.add(String.join(".", name));
            return super.find(name);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM pg_class",
                "SELECT count(*) FROM pg_class WHERE oid = $1 AND relname = $2",
                "SELECT count(*) FROM pg_class c, subscribers s",
            })
    void shouldBindOnce(String sql) {
        assertThat(talk.say(parse("s", sql, 23, 1043), describeStatement("s"), sync()))
                .noneMatch(each -> each.startsWith("E"));
        assertThat(looked).containsExactly("pg_class");
    }

    /** The plan that was made to see who answers describes it, too. */
    @Test
    void shouldLookForNoRelationWhereTheJobAnswers() {
        assertThat(talk.say(
                        parse("s", "SELECT count(*) FROM subscribers WHERE subscriber_id = $1", 20),
                        describeStatement("s"),
                        sync()))
                .noneMatch(each -> each.startsWith("E"));
        assertThat(looked).isEmpty();
        assertThat(job.asked).isEmpty();
    }
}
