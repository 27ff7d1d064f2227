package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.gateway.browser.Chromium;
import dev.aimonflink.gateway.browser.Tab;
import dev.aimonflink.gateway.security.AccessToken;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.Users;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a person sees and does in the console, with a browser. */
class ConsoleTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Of the tab, far above what it takes. */
    private static final long MOST_HEAP = 50_000_000;

    private static final String EDITOR = ".editor textarea";

    private static Chromium chromium;

    private TestHttp http;
    private Tab tab;

    @BeforeAll
    static void startChromium() throws IOException {
        if (Chromium.installed().isPresent()) {
            chromium = Chromium.start();
        }
    }

    @AfterAll
    static void stopChromium() throws IOException {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        Chromium.assume();
        http = TestHttp.start();
        http.job.reports = TopicsApiTest::report;
        tab = chromium.newTab();
    }

    @AfterEach
    void close() {
        if (tab != null) {
            tab.close();
            http.close();
        }
    }

    private void open() {
        tab.go(http.console());
        see(".gauges");
    }

    private void open(String view) {
        open();
        tab.evaluate("location.hash = " + quoted("#/" + view));
        see("nav a[aria-current=page][href='#/" + view.replaceFirst("\\?.*", "") + "']");
    }

    private static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void see(String css) {
        tab.await("document.querySelector(" + quoted(css) + ")", LIMIT);
    }

    private void read(String css, String text) {
        tab.await(
                "[...document.querySelectorAll(" + quoted(css) + ")].some(each => each.innerText.includes("
                        + quoted(text) + "))",
                LIMIT);
    }

    private void ask(String statement) {
        tab.focus(EDITOR);
        tab.press("a", "Control");
        tab.type(statement);
        tab.press("Escape");
        tab.press("Enter", "Control");
    }

    // ---- the page

    @Test
    void shouldShowTheJobFromALinkWhoseTokenIsThenNoLongerThere() {
        open();
        read("h2", "10 rows in 2 partitions");
        see(".live.good");
        assertThat(tab.evaluate("location.href").asText())
                .doesNotContain("aim_")
                .endsWith("/#/pulse");
        assertThat(tab.evaluate("document.cookie").asText()).isEmpty();
        assertThat(tab.requested()).allMatch(each -> each.startsWith("http://127.0.0.1:" + http.port() + "/"));
        assertThat(tab.problems()).isEmpty();

        tab.go("http://127.0.0.1:" + http.port() + "/");
        see(".gauges");
    }

    @Test
    void shouldTakeTheTokenOfALinkOnceTheGatewayAnswers() throws Exception {
        String link = http.console();
        // The files come, and nothing else does.
        tab.send("Network.setBlockedURLs", Map.of("urls", List.of("*/v1/*")));
        tab.go(link);
        read(".loading", "does not answer");
        assertThat(tab.evaluate("location.hash").asText()).startsWith("#token=aim_");
        tab.send("Network.setBlockedURLs", Map.of("urls", List.of()));
        see(".gauges");
        assertThat(tab.evaluate("location.hash").asText()).doesNotContain("aim_");
    }

    @Test
    void shouldBeSmall() throws Exception {
        long bytes = 0;
        open();
        for (String each : Set.copyOf(tab.requested())) {
            if (each.contains("/console/") || each.endsWith("/")) {
                bytes += http.get(each.replaceFirst("http://[^/]*", "")).body().getBytes(StandardCharsets.UTF_8).length;
            }
        }
        System.out.printf("The console: %,d bytes, first paint %.0f ms%n", bytes, tab.paintMs());
        assertThat(bytes).isBetween(50_000L, 300_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pulse", "ask?sql=SELECT 1", "board", "lookup?key=7", "rules", "health"})
    void shouldBeForEverybodyInBothPalettesAndOnAPhone(String view) {
        open(view);
        see("main *");
        for (boolean isDark : new boolean[] {false, true}) {
            tab.dark(isDark);
            assertThat(tab.seriousFindings()).as("%s, dark %s", view, isDark).isEmpty();
        }
        tab.size(360, 740, true);
        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                .as("it does not scroll sideways")
                .isLessThanOrEqualTo(360);
        assertThat(tab.seriousFindings()).isEmpty();
    }

    // ---- ask

    @Test
    void shouldAskAndShowEachDigitAsItWasSent() {
        open("ask");
        ask("SELECT 9223372036854775807 AS big, 1234567890123456789.012345 AS exact, NULL AS nothing");
        read(".rows td", "9,223,372,036,854,775,807");
        read(".rows td", "1,234,567,890,123,456,789.012345");
        see(".rows td.null");
        read(".chart.number dd", "9,223,372,036,854,775,807");
        assertThat(tab.evaluate("location.hash").asText()).startsWith("#/ask?sql=SELECT");
    }

    @Test
    void shouldDrawWhatTheShapeOfAnAnswerIsLike() {
        open("ask");
        ask("SELECT subscriber_id::text AS who, number_of_calls_this_week AS calls FROM subscribers ORDER BY 2");
        see(".chart.bars svg rect");
        read(".asof", "10 rows");
        ask("SELECT g, g * g AS square FROM generate_series(1, 40) g");
        see(".chart.lines .uplot canvas");
        tab.evaluate("const choice = document.querySelectorAll('.choice select')[1]; choice.value = 'none';"
                + " choice.dispatchEvent(new Event('change', {bubbles: true}))");
        tab.await("!document.querySelector('.chart')", LIMIT);
        assertThat(tab.problems()).isEmpty();
    }

    /** Of one number, it is a histogram. */
    @Test
    void shouldDrawMoreRowsThanACallHasArguments() {
        open("ask");
        ask("SELECT g % 1000 AS n FROM generate_series(1, 150000) g");
        read(".asof", "150,000 rows");
        see(".chart.histogram rect");
        read(".rows p", "The first 500 of 150,000 rows.");
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void shouldShowThePlanAndTheHistory() {
        open("ask");
        ask("SELECT count(*) AS planned FROM subscribers");
        read(".rows td", "10");
        press("Plan");
        read(".plan h3", "Partition");
        see(".plan .way .scan");
        assertThat(tab.seriousFindings()).isEmpty();
        tab.await("document.querySelector('aside').textContent.includes('planned')", LIMIT);
    }

    /** Presses a button by what it says. */
    private void press(String label) {
        tab.evaluate("[...document.querySelectorAll('button')].find(each => each.innerText.includes(" + quoted(label)
                + ")).click()");
    }

    @Test
    void shouldKeepWhatIsTypedThroughAReload() {
        open("ask");
        ask("SELECT 1 AS asked");
        read(".rows th", "asked");
        tab.focus(EDITOR);
        tab.press("a", "Control");
        tab.type("SELECT 2 AS not_yet_asked");
        tab.await("document.querySelector('.editor pre').innerText.includes('not_yet_asked')", LIMIT);
        tab.evaluate("location.reload()");
        tab.await("document.querySelector('" + EDITOR + "').value === 'SELECT 2 AS not_yet_asked'", LIMIT);
    }

    @Test
    void shouldEndAStatementInTheJob() {
        open("ask");
        ask("SELECT count(*) FROM generate_series(1, 3000000) a, generate_series(1, 3000000) b");
        tab.await("[...document.querySelectorAll('button')].some(each => each.innerText === 'Cancel')", LIMIT);
        assertThat(Waiting.until(() -> http.running() == 1, LIMIT)).isTrue();
        press("Cancel");
        assertThat(Waiting.until(() -> http.running() == 0, LIMIT)).isTrue();
    }

    @Test
    void shouldShowWhereAStatementIsWrong() {
        open("ask");
        ask("SELECT nothing_like_it FROM subscribers");
        read(".fault", "There is no column");
        read(".fault code", "42703");
        read(".editor .wrong", "nothing_like_it");
    }

    @Test
    void shouldSayThatAnAnswerOrAStatementIsTooLargeForAPage() {
        open("ask");
        ask("SELECT repeat('x', 1000) AS x FROM generate_series(1, 40000)");
        read(".fault", "too much for a page");
        tab.evaluate("fetch('/v1/sql', {method: 'POST', headers: {'Aim-Console': 'yes', 'Content-Type': 'text/plain'},"
                + " body: 'SELECT 1 -- ' + 'x'.repeat(10e6)}).then(async answer => window.large = answer.status)");
        tab.await("window.large === 413", LIMIT);
    }

    @Test
    void shouldCompleteColumnsAndValues() {
        open("ask");
        tab.focus(EDITOR);
        tab.type("SELECT number_of_calls_this_w");
        read(".completions li", "Number of calls this week");
        tab.press("Enter");
        tab.await("document.querySelector('" + EDITOR + "').value === 'SELECT number_of_calls_this_week'", LIMIT);
        tab.type(" FROM subscribers WHERE city = '");
        // The fake's subscribers have no city, so that there is nothing to choose, and nothing fails.
        tab.await("!document.querySelector('.fault')", LIMIT);
        assertThat(tab.problems()).isEmpty();
    }

    @Test
    void shouldWatchAnAnswerMove() {
        open("ask");
        http.job.writesBeforeEachAnswer = true;
        tab.focus(EDITOR);
        tab.type("SELECT sum(number_of_calls_this_week) AS calls FROM subscribers");
        tab.press("Escape");
        tab.evaluate(
                "[...document.querySelectorAll('.tools button')].find(each => each.innerText.includes('Watch')).click()");
        see(".rows td.changed.again");
        see(".rows td.changed:not(.again)");
        see(".chart.number .spark polyline");
        assertThat(tab.evaluate("location.hash").asText()).contains("every=1s");
    }

    @Test
    void shouldAskNothingOfALinkBeforeItIsRead() {
        String statement = "SELECT count(*) AS strange FROM subscribers";
        open("ask?sql=" + URLEncoder.encode(statement, StandardCharsets.UTF_8));
        read(".banner", "This link brings a statement.");
        read(".editor pre", "strange");
        assertThat(http.job.asked.toString()).doesNotContain("strange");
        tab.evaluate("document.querySelector('.tools .primary').click()");
        see(".rows td");
        assertThat(http.job.asked.toString()).contains("strange");
    }

    @Test
    void shouldShowWhatAnAnswerSaysAsAText() {
        open("ask");
        ask("SELECT '<script>window.hacked = 1</script><img src=x onerror=\"window.hacked = 1\">' AS zip, 5 AS calls");
        read(".rows td", "<script>window.hacked = 1</script>");
        tab.evaluate(
                "const choice = document.querySelectorAll('.choice select')[1]; [...choice.options].forEach(each => {"
                        + " choice.value = each.value; choice.dispatchEvent(new Event('change', {bubbles: true})); })");
        assertThat(tab.evaluate("window.hacked === undefined && !document.querySelector('main script, main img')")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void shouldKeepTheNewestAnswerAlone() {
        watchFor(Duration.ofSeconds(8));
    }

    @Test
    @Tag("campaign")
    void shouldKeepTheNewestAnswerAloneForLong() {
        watchFor(Duration.ofMinutes(6));
    }

    /** Ten times a second; prints how the memory of the tab grows. */
    private void watchFor(Duration time) {
        open("ask");
        http.job.writesBeforeEachAnswer = true;
        tab.evaluate(
                "location.hash = '#/ask?every=100ms&sql=' + encodeURIComponent("
                        + "'SELECT subscriber_id::text AS who, sum(number_of_calls_this_week) AS calls FROM subscribers GROUP BY 1')");
        read(".editor pre", "who");
        press("Watch");
        read(".asking", "every 100ms");
        see(".chart.bars rect");
        long before = tab.heapBytes();
        int asked = http.job.questions();
        long endNanos = System.nanoTime() + time.toNanos();
        assertThat(Waiting.until(() -> System.nanoTime() > endNanos, time.plus(LIMIT)))
                .isTrue();
        long after = tab.heapBytes();
        System.out.printf(
                Locale.ROOT,
                "Watching for %d s, %d answers: %,d bytes before, %,d after, %.3f MB a minute%n",
                time.toSeconds(),
                http.job.questions() - asked,
                before,
                after,
                (after - before) / 1e6 / time.toSeconds() * 60);
        // The pulse asks two a second.
        assertThat(http.job.questions() - asked).isGreaterThan(4 * (int) time.toSeconds());
        assertThat(after).isLessThan(MOST_HEAP);
    }

    // ---- board

    @Test
    void shouldWatchABoardsStatementsOnlyAfterAYes() {
        open("board");
        tab.evaluate("const file = new File([JSON.stringify({kind: 'aim-board', tiles: ["
                + "{sql: 'SELECT count(*) AS offered FROM subscribers', every: '100ms'}, {sql: 'SELECT wrong FROM subscribers'}]})], 'board.json');"
                + " const all = new DataTransfer(); all.items.add(file); const field = document.querySelector('input[type=file]');"
                + " field.files = all.files; field.dispatchEvent(new Event('change', {bubbles: true}))");
        read(".offer", "The file has 2 statements. Nothing is asked before you say yes.");
        assertThat(http.job.asked.toString()).doesNotContain("offered");
        tab.click(".offer .primary");
        read(".tile .chart.number dd", "10");
        read(".tile .fault", "There is no column");
    }

    @Test
    void shouldRefuseAFileThatIsNoBoard() {
        open("board");
        tab.evaluate("const all = new DataTransfer(); all.items.add(new File(['{\"tiles\":5}'], 'board.json'));"
                + " const field = document.querySelector('input[type=file]'); field.files = all.files;"
                + " field.dispatchEvent(new Event('change', {bubbles: true}))");
        read(".fault", "This is no board");
    }

    // ---- entities, rules, alerts

    @Test
    void shouldLookUpAnEntityAndSeeItsAlertsArrive() {
        open("lookup");
        tab.focus("form input");
        tab.type("7");
        tab.press("Enter");
        read(".attributes dd", "7");
        read(".rows tbody th", "number_of_calls");
        read("p", "No alert yet that fits");
        http.kafka.records(Topics.defaults().alerts()).add(0, 1_795_132_800_000L, null, alert("many", 7));
        read(".alerts li", "Seven is <b>loud</b>");
        http.kafka.records(Topics.defaults().alerts()).add(0, 1_795_132_800_001L, null, alert("many", 8));
        tab.evaluate("location.hash = '#/lookup?key=99'");
        read(".banner", "This link brings a key.");
        tab.evaluate("document.querySelector('form .primary').click()");
        read(".banner", "There is no subscriber_id 99");
    }

    private static byte[] alert(String rule, int key) {
        return ("{\"alertId\":\"" + rule + "-" + key + "\",\"rule\":\"" + rule
                        + "\",\"version\":1,\"state\":\"firing\",\"key\":\"" + key
                        + "\",\"eventTime\":1795132800000,\"message\":\"Seven is <b>loud</b>\",\"values\":{},\"suppressed\":{\"count\":0}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPreviewARuleBeforeItIsWritten() {
        open("rules");
        tab.focus(EDITOR);
        tab.type("- {id: many, when: number_of_calls_this_week > 5}\n");
        tab.press("Escape");
        tab.press("Enter", "Control");
        read(".result", "many is true now for 5 entities");
        tab.evaluate("document.querySelector('#write .primary').click()");
        read(".result", "many");
        assertThat(http.kafka.published()).isEmpty();
        tab.await("document.querySelector('.result .primary')", LIMIT);
        tab.evaluate("document.querySelector('.result .primary').click()");
        tab.await("!document.querySelector('.result .primary')", LIMIT);
        read(".result", "judges from");
        assertThat(http.kafka.published()).hasSize(1);
    }

    @Test
    void shouldSayWhatTheDoctorSays() {
        open("health");
        read("h2", "What the doctor says");
        see(".findings tr");
        read("h2", "Topics");
    }

    // ---- being away

    @Test
    void shouldGoOnAfterARestartOfTheGatewayWithoutAReloadOrLostInput() throws Exception {
        open("ask");
        tab.evaluate("window.sameToThis = true");
        tab.focus(EDITOR);
        tab.type("SELECT half of a sent");
        http.close();
        see(".live.away");
        http = TestHttp.restarted(http);
        long beganNanos = System.nanoTime();
        see(".live.good");
        System.out.printf("Back after %,d ms%n", (System.nanoTime() - beganNanos) / 1_000_000);
        assertThat(tab.evaluate("window.sameToThis && document.querySelector('" + EDITOR + "').value")
                        .asText())
                .isEqualTo("SELECT half of a sent");
    }

    @Test
    void shouldSayThatTheJobIsAway() {
        open("ask");
        see(".live.good");
        http.job.isSilent = true;
        see(".live.away");
        read(".live", "job away");
        http.job.isSilent = false;
        see(".live.good");
    }

    // ---- users

    private Users users(String name) {
        return Users.none().with(TestHttp.user(name, OptionalInt.empty(), Set.of()));
    }

    private void logIn(String name, String password) {
        tab.focus(".login input");
        tab.type(name);
        tab.focus(".login input[type=password]");
        tab.type(password);
        tab.press("Enter");
    }

    @Test
    void shouldLogInWithNameAndPasswordAndAskForThemWhenTheSessionHasEnded() throws Exception {
        AtomicReference<Users> users = new AtomicReference<>(users("ada"));
        try (TestHttp secured = new TestHttp(() -> Optional.of(users.get()), LIMIT)) {
            tab.go("http://127.0.0.1:" + secured.port() + "/");
            see(".login");
            assertThat(tab.seriousFindings()).isEmpty();
            logIn("ada", "not this");
            read(".login [role=alert]", "password authentication failed");
            tab.evaluate("document.querySelectorAll('.login input').forEach(each => each.value = '')");
            logIn("ada", "a secret");
            see(".gauges");
            tab.evaluate("location.hash = '#/ask'");
            see(EDITOR);
            tab.focus(EDITOR);
            tab.type("SELECT mine");

            users.set(users("bob").with(TestHttp.user("ada", OptionalInt.of(5), Set.of())));
            see(".veil .login");
            assertThat(tab.evaluate("document.querySelector('" + EDITOR + "').value")
                            .asText())
                    .isEqualTo("SELECT mine");
            assertThat(tab.seriousFindings()).isEmpty();
            logIn("ada", "a secret");
            tab.await("!document.querySelector('.veil')", LIMIT);
            see(".live.good");
            assertThat(tab.evaluate("document.querySelector('" + EDITOR + "').value")
                            .asText())
                    .isEqualTo("SELECT mine");
        }
    }

    /** Nobody's session is replaced by that of whoever has made a link, and nothing of one user is left for the next. */
    @Test
    void shouldStayWhoOneIsUntilTheLogOut() throws Exception {
        String secret = AccessToken.newSecret(new SecureRandom());
        Users all = users("ada")
                .with(TestHttp.user("eve", OptionalInt.empty(), Set.of()))
                .with(AccessToken.of("bait", secret, "eve", null, Set.of(Permission.ASK)));
        try (TestHttp secured = new TestHttp(() -> Optional.of(all), LIMIT)) {
            String page = "http://127.0.0.1:" + secured.port() + "/";
            tab.go(page);
            see(".login");
            logIn("ada", "a secret");
            see(".gauges");
            tab.evaluate("localStorage.setItem('aim.ada.history', '[\"SELECT 1\"]')");
            tab.evaluate("location.hash = '#token=" + secret + "'");
            read(".banner", "You are ada here.");
            read("header button", "ada");
            assertThat(tab.evaluate("location.hash").asText()).doesNotContain("aim_");

            press("ada");
            see(".alone .login");
            assertThat(tab.evaluate("localStorage.getItem('aim.ada.history')").isNull())
                    .isTrue();
        }
    }

    @Test
    void shouldLogInWithATokenThatMayOnlyAsk() throws Exception {
        String secret = AccessToken.newSecret(new SecureRandom());
        Users all = users("ada").with(AccessToken.of("board", secret, "ada", null, Set.of(Permission.ASK)));
        try (TestHttp secured = new TestHttp(() -> Optional.of(all), LIMIT)) {
            tab.go("http://127.0.0.1:" + secured.port() + "/#token=" + secret);
            see(".gauges");
            tab.evaluate("location.hash = '#/health'");
            read(".banner", "are for who may operate the job");
            tab.evaluate("location.hash = '#/rules'");
            see("#write");
            assertThat(tab.evaluate("document.querySelector('#write .primary')").isNull())
                    .isTrue();
        }
    }

    // ---- keys

    @Test
    void shouldBeUsedWithKeysAlone() {
        open("pulse");
        tab.press("Tab");
        read("a:focus", "To the content");
        for (int i = 0; i < 3; i++) {
            tab.press("Tab");
        }
        read("a:focus", "Ask");
        tab.press("Enter");
        see(EDITOR);
        tab.focus(EDITOR);
        tab.type("SELECT 42 AS it");
        tab.press("Escape");
        tab.press("Tab");
        tab.press("Enter");
        read(".rows td", "42");
    }
}
