package dev.aimonflink.bench.sqlcheck;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/** Every query of the published tests of SQL that is in scope. With {@code -Daim.sql.published=all} all files, else one in ten. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
class PublishedTestsTest {
    private static final int STEP = "all".equals(System.getProperty("aim.sql.published")) ? 1 : 10;

    @Test
    void shouldAnswerAsTheFilesSayOrAsPostgresDoes() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connect()) {
            CheckReport selects = run(connection, List.of("select1.test", "select2.test", "select3.test"));
            assertThat(selects.count(PublishedRun.PASSED)).isGreaterThan(2_900);

            List<String> files = new ArrayList<>();
            Stream.of(files("aggregates", 130), files("expr", 120), files("groupby", 14), files("select", 127))
                    .forEach(files::addAll);
            CheckReport random = run(connection, files);
            long queries = random.count(Tally.QUERIES);
            assertThat(random.count(PublishedRun.PASSED)).isGreaterThan(queries * 95 / 100);
            assertThat(random.count(PublishedRun.CORRELATED)).isZero();
            assertThat(random.count(PublishedRun.LEFT_OUT)).isLessThan(queries / 50_000);
        }
    }

    private static List<String> files(String kind, int count) {
        return IntStream.iterate(0, i -> i < count, i -> i + STEP)
                .mapToObj(i -> "random/" + kind + "/slt_good_" + i + ".test")
                .toList();
    }

    private static CheckReport run(Connection connection, List<String> files) {
        PublishedRun run = new PublishedRun(connection);
        files.forEach(run::file);
        CheckReport report = run.report();
        System.out.println(files.size() + " files: " + report.counts());
        assertThat(report.differences()).isEmpty();
        return report;
    }
}
