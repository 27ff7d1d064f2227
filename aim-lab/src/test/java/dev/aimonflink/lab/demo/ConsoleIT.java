package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.gateway.browser.Chromium;
import dev.aimonflink.gateway.browser.Tab;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of a cluster of real processes, in a browser, while processes are killed. */
@Tag("processes")
class ConsoleIT {
    /** Of the rule, at the top of the list. */
    private static final Pattern ALERT = Pattern.compile("\\S+ (?<key>[0-9]+) has-called \\k<key> has called\\.");

    private static final long SEED = 20261201;
    private static final int SUBSCRIBERS = 300;

    /** The others have a profile alone. */
    private static final int CALLERS = 240;

    private static final int FIRST_CALLS = 3_000;
    private static final int CALLS_PER_SECOND = 200;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long POLL_MS = 50;

    private static final String STATEMENT =
            "SELECT count(*) AS subscribers, sum(number_of_calls_this_week) AS calls FROM subscribers";
    private static final String FIELD = ".editor textarea";
    private static final String HALF_A_SENTENCE = " WHERE number_of_ca";
    private static final String RULE = """
            - id: has-called
              when: number_of_calls_this_week > 0
              every: 1d
              message: "{subscriber_id} has called."
            """;

    /** Keeps what the page shows, however shortly, each with the time; lost by a reload, so that no condition would hold any more. */
    private static final String PROBE = """
            window.seen = [];
            (() => {
                const text = css => document.querySelector(css)?.textContent ?? '';
                let last = '';
                const look = () => {
                    const shown = {
                        live: document.querySelector('.live')?.className ?? '',
                        said: text('.live'),
                        fault: text('.fault'),
                        asOf: document.querySelector('.asof time')?.dateTime ?? '',
                        isLogin: !!document.querySelector('.login'),
                    };
                    if (JSON.stringify(shown) !== last) {
                        last = JSON.stringify(shown);
                        seen.push({at: Date.now(), ...shown});
                    }
                };
                new MutationObserver(look)
                    .observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
                look();
            })()""";

    private static final String CALLS =
            "Number(document.querySelector('.answer tbody td:nth-child(2)').textContent.replaceAll(',', ''))";

    private final GivenModel given = GivenModel.of("aim-42");
    private final EventGenerator generator = new EventGenerator(SEED, CALLERS, Distribution.uniform());

    @TempDir
    private Path folder;

    private ProcessCluster cluster;

    /** How long there was nothing of something that comes again and again. */
    private record Gap(long fromMs, long toMs) {
        /** The longest one after a moment. */
        static Gap of(Iterable<Long> timesMs, long sinceMs) {
            Gap longest = new Gap(sinceMs, sinceMs);
            long beforeMs = sinceMs;
            for (long each : timesMs) {
                if (each > sinceMs) {
                    if (each - beforeMs > longest.toMs - longest.fromMs) {
                        longest = new Gap(beforeMs, each);
                    }
                    beforeMs = each;
                }
            }
            return longest;
        }
    }

    /** Asks again and again, and remembers when there was an answer. */
    private static final class Poll implements AutoCloseable {
        private static final Duration TIMEOUT = Duration.ofSeconds(1);

        private final HttpClient client =
                HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        private final HttpRequest request;
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        private final Queue<Long> answeredMs = new ConcurrentLinkedQueue<>();

        Poll(HttpRequest.Builder request) {
            this.request = request.timeout(TIMEOUT).build();
            ScheduledFuture<?> unused = clock.scheduleWithFixedDelay(this::ask, 0, POLL_MS, TimeUnit.MILLISECONDS);
        }

        private void ask() {
            try {
                if (client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    answeredMs.add(System.currentTimeMillis());
                }
            } catch (IOException away) {
                // As long as it is, there is nothing to remember.
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }

        /** Returns when there is an answer from now on. */
        void await() {
            long nowMs = System.currentTimeMillis();
            assertThat(Waiting.until(() -> answeredMs.stream().anyMatch(each -> each > nowMs), LIMIT))
                    .as("%s answers", request.uri())
                    .isTrue();
        }

        Gap gap(long sinceMs) {
            return Gap.of(answeredMs, sinceMs);
        }

        @Override
        public void close() {
            clock.shutdownNow();
        }
    }

    @BeforeEach
    void choose() {
        Chromium.assume();
        cluster = new ProcessCluster(folder);
    }

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.down();
        }
    }

    @Test
    void shouldShowAndAskAJobOfWhichProcessesAreKilled() throws Exception {
        System.out.println("seed=" + SEED);
        ProcessCluster.Up up =
                cluster.up("--taskmanagers=2", "--heap=128", "--model=aim-42", "--checkpoint-interval=1s");
        URI page = URI.create(up.console().replaceFirst("#.*$", ""));
        String token = up.console().replaceFirst("^.*#token=", "");
        Topics topics = Topics.defaults();
        try (Feed feed = new Feed(
                        given.model(),
                        (timestampMs, into) -> CallModel.fill(into, generator.next(timestampMs)),
                        EventFormat.JSON,
                        new RecordPublisher(up.connection(), topics.events()),
                        new EventSample(given.model(), SUBSCRIBERS, 1),
                        System::currentTimeMillis);
                Chromium chromium = Chromium.start();
                Tab tab = chromium.newTab()) {
            Feed.publishProfiles(
                    given.model(),
                    new ModelProfileGenerator(given.model(), SEED, given.tables()),
                    SUBSCRIBERS,
                    new RecordPublisher(up.connection(), topics.profiles()));
            for (int i = 0; i < FIRST_CALLS; i++) {
                feed.publishCall(generator::next);
            }
            feed.flush();
            tab.go(up.console());
            assertPulse(tab);
            tab.evaluate(PROBE);
            ask(tab);
            assertThat(tab.problems()).isEmpty();
            whileCallsPourIn(feed, () -> {
                watch(tab);
                tab.focus(FIELD);
                tab.type(HALF_A_SENTENCE);
                killTaskManager(tab, page, token);
                killGateway(tab, page);
            });
            tab.await(CALLS + " === " + feed.published(), LIMIT);
            List<String> whileAway = tab.problems();
            writeARule(tab, feed);
            assertThat(tab.problems()).as("nothing was away").isEqualTo(whileAway);
            assertThat(whileAway)
                    .allMatch(
                            each -> each.startsWith("error: Failed to load resource: ") && each.contains(" (" + page));
            assertThat(tab.requested()).allMatch(each -> each.startsWith(page.toString()));
        }
    }

    private void whileCallsPourIn(Feed feed, Runnable work) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> calls = CompletableFuture.runAsync(() -> feed.run(CALLS_PER_SECOND, stop::get));
        try {
            work.run();
        } finally {
            stop.set(true);
            calls.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        feed.flush();
    }

    private static void assertPulse(Tab tab) {
        tab.await(
                "[...document.querySelectorAll('h2')].some(each => each.textContent.startsWith('" + SUBSCRIBERS
                        + " rows in '))",
                LIMIT);
        awaitGauge(tab, "Flink", "running");
        awaitGauge(tab, "Behind", "0");
        assertThat(tab.evaluate("location.hash").asText())
                .as("without the token")
                .isEqualTo("#/pulse");
    }

    private static void awaitGauge(Tab tab, String name, String value) {
        tab.await(
                "[...document.querySelectorAll('.gauge')].find(each => each.querySelector('h2').textContent === '"
                        + name + "').querySelector('.big').textContent === '" + value + "'",
                LIMIT);
    }

    /** Clicks on the only button that says so. */
    private static void press(Tab tab, String text) {
        tab.evaluate("""
                (() => {
                    const buttons = [...document.querySelectorAll('button')].filter(each => each.textContent.trim() === '%1$s');
                    if (buttons.length !== 1) throw new Error(`${buttons.length} buttons: %1$s`);
                    buttons[0].dataset.pressed = 'yes';
                })()""".formatted(text));
        tab.click("button[data-pressed]");
        tab.evaluate("document.querySelectorAll('button').forEach(each => delete each.dataset.pressed)");
    }

    /** Instead of what is there, also if an example comes meanwhile. */
    private static void enter(Tab tab, String text) {
        assertThat(Waiting.until(
                        () -> {
                            tab.focus(FIELD);
                            tab.press("a", "Control");
                            tab.type(text);
                            return entered(tab).equals(text);
                        },
                        LIMIT,
                        POLL_MS))
                .isTrue();
    }

    private static String entered(Tab tab) {
        return tab.evaluate("document.querySelector('" + FIELD + "').value").asText();
    }

    private static void ask(Tab tab) {
        tab.click("nav a[href='#/ask']");
        tab.await("document.querySelector('" + FIELD + "')", LIMIT);
        enter(tab, STATEMENT);
        tab.press("Enter", "Control");
        tab.await("document.querySelector('.answer tbody td')", LIMIT);
        assertThat(tab.text(".answer thead")).isEqualToNormalizingWhitespace("subscribers calls");
        assertThat(tab.text(".answer tbody"))
                .isEqualToNormalizingWhitespace(String.format(Locale.ROOT, "%d %,d", SUBSCRIBERS, FIRST_CALLS));
    }

    private static void watch(Tab tab) {
        press(tab, "▶ Watch");
        tab.await(CALLS + " > " + FIRST_CALLS, LIMIT);
    }

    private void killTaskManager(Tab tab, URI page, String token) {
        HttpRequest.Builder asking = HttpRequest.newBuilder(page.resolve("/v1/sql"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"timeout\":\"500ms\",\"statement\":\"" + STATEMENT + "\"}"));
        try (Poll poll = new Poll(asking)) {
            poll.await();
            long before = tab.evaluate(CALLS).asLong();
            long killedMs = System.currentTimeMillis();
            cluster.kill("taskmanager-1");
            String isAway = "each.live.includes('away') || each.fault";
            tab.await(wasSeen(killedMs, isAway), LIMIT);
            awaitGoingOn(tab, before);
            poll.await();
            long noticedMs =
                    times(tab, "each.at > " + killedMs + " && (" + isAway + ")").get(0);
            long answersMs = poll.gap(killedMs).toMs();
            long showsMs = answers(tab, killedMs).toMs();
            long goodMs =
                    Gap.of(times(tab, "each.live.includes('good')"), killedMs).toMs();
            System.out.println("TaskManager killed: after " + (noticedMs - killedMs) + " ms the page said so, after "
                    + (answersMs - killedMs) + " ms /v1/sql answered again, " + (showsMs - answersMs)
                    + " ms after that the page showed an answer, and " + (goodMs - answersMs)
                    + " ms after /v1/sql it was good");
        }
    }

    private void killGateway(Tab tab, URI page) {
        try (Poll poll = new Poll(HttpRequest.newBuilder(page.resolve("/health/live")))) {
            poll.await();
            long before = tab.evaluate(CALLS).asLong();
            long killedMs = System.currentTimeMillis();
            cluster.kill("gateway");
            tab.await(wasSeen(killedMs, "each.live.includes('away') && each.said.includes('gateway away')"), LIMIT);
            awaitGoingOn(tab, before);
            poll.await();
            long livesMs = poll.gap(killedMs).toMs();
            long goodMs =
                    Gap.of(times(tab, "each.live.includes('good')"), killedMs).toMs();
            System.out.println("gateway killed: after " + (livesMs - killedMs) + " ms /health/live answered again, "
                    + (goodMs - livesMs) + " ms after that the page was good, and "
                    + (answers(tab, killedMs).toMs() - livesMs) + " ms after /health/live it showed an answer");
        }
    }

    /** By itself, with what was entered. */
    private static void awaitGoingOn(Tab tab, long before) {
        tab.await(
                CALLS + " > " + before + " && document.querySelector('.live.good')"
                        + " && !document.querySelector('.fault')",
                LIMIT);
        assertThat(tab.evaluate("seen.some(each => each.isLogin)").asBoolean()).isFalse();
        assertThat(entered(tab)).isEqualTo(STATEMENT + HALF_A_SENTENCE);
        assertThat(tab.text(".asking")).isEqualTo("Watching, every 1s");
    }

    private static String wasSeen(long sinceMs, String condition) {
        return "seen.some(each => each.at > " + sinceMs + " && (" + condition + "))";
    }

    private static List<Long> times(Tab tab, String condition) {
        List<Long> times = new ArrayList<>();
        tab.evaluate("seen.filter((each, i) => " + condition + ").map(each => each.at)")
                .forEach(each -> times.add(each.asLong()));
        return times;
    }

    /** Calls pour in, so each answer is of another moment. */
    private static Gap answers(Tab tab, long sinceMs) {
        return Gap.of(times(tab, "i > 0 && each.asOf && each.asOf !== seen[i - 1].asOf"), sinceMs);
    }

    private void writeARule(Tab tab, Feed feed) {
        tab.click("nav a[href='#/rules']");
        tab.await("document.querySelector('#write " + FIELD + "')", LIMIT);
        enter(tab, RULE);
        press(tab, "Who matches now?");
        tab.await("document.querySelector('.result p')", LIMIT);
        assertThat(tab.text(".result p")).isEqualTo("has-called is true now for " + feed.entities() + " entities.");
        press(tab, "Switch on");
        tab.await("document.querySelector('.result button')", LIMIT);
        press(tab, "Yes, write it");
        tab.await(
                "document.querySelector('.result p')?.textContent.includes('judges from')"
                        + " && !document.querySelector('.result button')",
                LIMIT);
        assertThat(Waiting.until(
                        () -> {
                            feed.publishCall(generator::next);
                            return tab.evaluate("!!document.querySelector('.alerts li')")
                                    .asBoolean();
                        },
                        LIMIT,
                        POLL_MS))
                .as(() -> tab.text("main"))
                .isTrue();
        // Once, because more come.
        Matcher alert = ALERT.matcher(tab.text(".alerts li"));
        assertThat(alert.matches()).as(tab.text(".alerts li")).isTrue();
        assertThat(Integer.parseInt(alert.group("key"))).isBetween(0, CALLERS - 1);
    }
}
