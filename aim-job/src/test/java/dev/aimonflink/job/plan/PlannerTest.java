package dev.aimonflink.job.plan;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.PlanningLimits;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.rules.judge.PreviewRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class PlannerTest {
    private static final long DEADLINE_S = 60;
    private static final PlanningLimits LIMITS = new PlanningLimits(TimeUnit.MILLISECONDS.toNanos(50), 0.25);

    /** Six rows, seven times: 279,936 combinations for each text. */
    private static final String LONG_TABLES =
            "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week > (SELECT count(*) + %d FROM RegionInfo"
                    + " a, RegionInfo b, RegionInfo c, RegionInfo d, RegionInfo e, RegionInfo f, RegionInfo g)";

    private final Planner planner =
            Planner.threaded(TestSettings.with().catalogue(), LIMITS, NanoClock.SYSTEM, NanoClock.THREAD_CPU);
    private int number;

    @AfterEach
    void close() {
        planner.close();
    }

    private Request request(String client, String text) {
        return new Request("r" + number++, "r", client, new AskedQuery("sql", Map.of("text", text)), Long.MAX_VALUE);
    }

    private static TextPlan await(CompletableFuture<TextPlan> plan) throws Exception {
        return plan.get(DEADLINE_S, TimeUnit.SECONDS);
    }

    private TextPlan admit(String client, String text) throws Exception {
        CompletableFuture<TextPlan> plan = new CompletableFuture<>();
        TextPlan known = planner.admit(request(client, text), plan::complete);
        return known == null ? await(plan) : known;
    }

    @Test
    void shouldPlanATextOnAnotherThreadAndOnlyOnce() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Request request = request("c", "SELECT count(*) FROM subscribers");
        assertThat(planner.known(request.asked())).isNull();
        assertThat(planner.admit(request, plan -> thread.complete(Thread.currentThread())))
                .isNull();
        assertThat(thread.get(DEADLINE_S, TimeUnit.SECONDS).getName()).isEqualTo("aim-planner");
        TextPlan known = planner.known(request.asked());
        assertThat(known.query()).isNotNull();
        assertThat(planner.follow(request, null, plan -> {}).query()).isSameAs(known.query());
    }

    /** Rules are parsed, bound and arranged: what events must not wait for, and what is charged to who asks. */
    @Test
    void shouldMakeAPreviewOfRulesLikeTheTextOfAStatement() throws Exception {
        Request request = preview("{\"id\": \"dear\", \"when\": \"total_cost_this_week > 10\"}");
        assertThat(planner.known(request.asked())).isNull();
        CompletableFuture<TextPlan> plan = new CompletableFuture<>();
        assertThat(planner.admit(request, plan::complete)).isNull();
        assertThat(await(plan).query()).isNotNull();
        assertThat(planner.follow(request, null, followed -> {}).query())
                .isSameAs(await(plan).query());
    }

    @Test
    void shouldRefuseAPreviewOfMoreRulesThanItMayHave() throws Exception {
        String rule = "{\"id\": \"a\", \"when\": \"total_cost_this_week > 1\"}\n";
        CompletableFuture<TextPlan> plan = new CompletableFuture<>();
        planner.admit(preview(rule.repeat(101)), plan::complete);
        assertThat(await(plan).error().message())
                .isEqualTo("A preview is of at most 100 rules, a line each. Ask for the others by another request.");
        CompletableFuture<TextPlan> fewer = new CompletableFuture<>();
        planner.admit(preview(rule.repeat(100)), fewer::complete);
        assertThat(await(fewer).error()).isNull();
    }

    private Request preview(String rules) {
        return new Request(
                "r" + number++, "r", "c", PreviewRules.asked(List.of(rules.getBytes(UTF_8))), Long.MAX_VALUE);
    }

    @Test
    void shouldSayWhatIsWrongWithAText() throws Exception {
        TextPlan plan = admit("c", "SELECT nothing FROM subscribers");
        assertThat(plan.query()).isNull();
        assertThat(plan.error().inSql().state()).isEqualTo("42703");
        assertThat(plan.defect()).isNull();
    }

    @Test
    void shouldKnowAtOnceWhatIsNoText() {
        assertThat(planner.known(AskedQuery.withDefaults("verify")).query()).isNotNull();
        assertThat(planner.known(AskedQuery.withDefaults("q8")).error()).isNotNull();
    }

    @Test
    void shouldUseTheValuesOfTablesThatWereComputedElsewhere() throws Exception {
        String text = "SELECT count(*) FROM subscribers WHERE zip = (SELECT max(zip) FROM RegionInfo)";
        byte[] values = admit("c", text).query().tableValues();
        assertThat(values).isNotNull();
        try (Planner other = Planner.direct(TestSettings.with().catalogue(), LIMITS)) {
            TextPlan followed = other.follow(request("c", text), values, plan -> {});
            assertThat(followed.query())
                    .isEqualTo(planner.known(request("c", text).asked()).query());
            assertThat(followed.query().tableValues()).isEqualTo(values);
        }
    }

    /** A text that would take long is ended early while another client waits, so that client gets its plan. */
    @Test
    void shouldEndALongTextForTheTextOfAnotherClient() throws Exception {
        admit("other", "SELECT count(*) FROM subscribers"); // loads the classes
        BlockingQueue<TextPlan> ended = new ArrayBlockingQueue<>(1);
        String tooLong = LONG_TABLES
                .formatted(1)
                .replace("RegionInfo g", "RegionInfo g, RegionInfo h, RegionInfo i, RegionInfo j, RegionInfo k");
        assertThat(planner.admit(request("heavy", tooLong), ended::add)).isNull();
        for (long startNanos = System.nanoTime(); planner.waiting() > 0; Thread.onSpinWait()) {
            assertThat(System.nanoTime() - startNanos)
                    .as("until its planning begins")
                    .isLessThan(TimeUnit.SECONDS.toNanos(DEADLINE_S));
        }
        assertThat(admit("light", "SELECT max(number_of_calls_this_week) FROM subscribers")
                        .query())
                .isNotNull();
        TextPlan heavy = ended.poll(DEADLINE_S, TimeUnit.SECONDS);
        assertThat(heavy.error().inSql().state()).isEqualTo("53300");
        assertThat(heavy.error().message())
                .contains(" ms of a core to be planned, the values of tables in it included, ");
        assertThat(planner.usage().refused()).isEqualTo(1);
    }

    @Test
    void shouldNameTheBudgetThatALongTextHasExceeded() {
        assertThat(LIMITS.tooLong(LIMITS.textNanos()).message())
                .isEqualTo("The statement needs more than 50 ms of a core to be planned, the values of tables in it"
                        + " included, while texts of other clients wait. Ask for less, ask again when there is less"
                        + " to plan, or raise aim.sql.max-planning-time.");
        assertThat(LIMITS.tooLong(PlanningLimits.ALONE_NANOS).message())
                .isEqualTo("The statement needs more than 1000 ms of a core to be planned, the values of tables in it"
                        + " included, also where none waits. Ask for less.");
    }

    @Test
    void shouldPlanNoTextThatWasDropped() throws Exception {
        CountDownLatch isHeld = new CountDownLatch(1);
        CompletableFuture<Void> held = new CompletableFuture<>();
        planner.admit(request("heavy", "SELECT max(number_of_calls_this_week) FROM subscribers"), plan -> {
            isHeld.countDown();
            held.orTimeout(DEADLINE_S, TimeUnit.SECONDS).join();
        });
        assertThat(isHeld.await(DEADLINE_S, TimeUnit.SECONDS)).isTrue();
        List<TextPlan> dropped = new ArrayList<>();
        Request unwanted = request("heavy", "SELECT min(number_of_calls_this_week) FROM subscribers");
        planner.admit(unwanted, dropped::add);
        planner.drop(unwanted.key());
        held.complete(null);
        admit("heavy", "SELECT 1 FROM subscribers LIMIT 1");
        assertThat(dropped).isEmpty();
    }

    @Test
    void shouldCountByNameTheClientsThatUseMuch() {
        ClientUsage usage = planner.usage();
        List<String> clients = new ArrayList<>();
        usage.onNewClient((client, nanos) -> clients.add(client));
        for (int i = 0; i < 2_000; i++) {
            usage.planned("command" + i, ClientUsage.NAMED_NANOS / 2);
        }
        assertThat(clients).containsExactly(ClientUsage.OTHERS);
        Request ofGateway = new Request(
                "k", "r", "heavy0", AskedQuery.withDefaults("q1"), 0, new AnswerOptions(false, Map.of(), 0, "a user"));
        usage.planned(ofGateway.payer(), ClientUsage.NAMED_NANOS);
        assertThat(clients).containsExactly(ClientUsage.OTHERS, "heavy0");
        for (int i = 0; i < ClientUsage.MAX_CLIENTS; i++) {
            usage.planned("heavy" + i, ClientUsage.NAMED_NANOS / 2);
            usage.planned("heavy" + i, ClientUsage.NAMED_NANOS / 2);
        }
        assertThat(clients).hasSize(ClientUsage.MAX_CLIENTS).contains("heavy0", "heavy98");
        assertThat(usage.nanos()).isEqualTo((2_000 / 2 + 1 + ClientUsage.MAX_CLIENTS) * ClientUsage.NAMED_NANOS);
    }

    @Test
    void shouldPlanOnAfterADefectOfAnyKind() throws Exception {
        PlanThread thread = new PlanThread(LIMITS, NanoClock.SYSTEM, NanoClock.THREAD_CPU, new ClientUsage());
        thread.start();
        CompletableFuture<TextPlan> broken = new CompletableFuture<>();
        thread.add(new PlanTask("c", "r1", 1, true, 0, check -> defect(), broken::complete));
        thread.add(new PlanTask("c", "r2", 1, true, 0, check -> null, plan -> defect()));
        CompletableFuture<TextPlan> last = new CompletableFuture<>();
        thread.add(new PlanTask("c", "r3", 1, true, 0, check -> null, last::complete));
        assertThat(await(broken).defect()).isInstanceOf(NoClassDefFoundError.class);
        assertThat(await(last)).isNotNull();
        thread.end();
    }

    private static Query defect() {
        throw new NoClassDefFoundError("missing");
    }

    @Test
    void shouldBeOneForAllTasksOfAJob() {
        Planner first = Planner.take("job", () -> TestSettings.with().catalogue(), LIMITS);
        Planner second = Planner.take("job", () -> TestSettings.with().catalogue(), LIMITS);
        Planner other = Planner.take("another", () -> TestSettings.with().catalogue(), LIMITS);
        assertThat(second).isSameAs(first);
        assertThat(other).isNotSameAs(first);
        first.close();
        assertThat(Planner.take("job", () -> TestSettings.with().catalogue(), LIMITS))
                .isSameAs(first);
        first.close();
        second.close();
        Planner again = Planner.take("job", () -> TestSettings.with().catalogue(), LIMITS);
        assertThat(again).isNotSameAs(first);
        again.close();
        other.close();
    }
}
