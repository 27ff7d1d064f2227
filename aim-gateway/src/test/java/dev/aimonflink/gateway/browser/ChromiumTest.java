package dev.aimonflink.gateway.browser;

import dev.aimonflink.clients.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ChromiumTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head><title>A page</title><link rel="icon" href="data:,"></head>
            <body>
            <h1>Events <b>today</b></h1>
            <p id="said">nothing</p>
            <div style="height: 3000px"></div>
            <textarea id="statement" aria-label="Statement"></textarea>
            <button id="ask">Ask</button>
            <script>
            const statement = document.getElementById('statement');
            const say = text => document.getElementById('said').innerText = text;
            document.getElementById('ask').addEventListener('click', event => say('clicked ' + event.isTrusted));
            statement.addEventListener('keydown', event => {
                if (event.key === 'Enter' && event.ctrlKey) say('ran ' + statement.value);
            });
            </script>
            </body>
            </html>
            """;
    private static final String STRICT = """
            <!DOCTYPE html>
            <html>
            <head><title>A strict page</title></head>
            <body><main><h1>Strict</h1><img src="/picture.png"></main><script>document.title = 'ran';</script></body>
            </html>
            """;

    private static Chromium chromium;
    private static Pages pages;

    @BeforeAll
    static void start() throws IOException {
        if (Chromium.installed().isPresent()) {
            chromium = Chromium.start();
            pages = new Pages();
        }
    }

    @BeforeEach
    void assume() {
        Chromium.assume();
    }

    @AfterAll
    static void stop() throws IOException {
        if (chromium != null) {
            chromium.close();
        }
        if (pages != null) {
            pages.close();
        }
    }

    @Test
    void showsAPage() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/"));

            assertThat(tab.text("h1")).isEqualTo("Events today");
            assertThat(tab.text("h2")).isEmpty();
            assertThat(tab.evaluate("({a: [1, 'b'], c: null})")).hasToString("{\"a\":[1,\"b\"],\"c\":null}");
            assertThat(tab.evaluate("undefined").isNull()).isTrue();
            assertThat(tab.evaluate("Promise.resolve('later')").asText()).isEqualTo("later");
            assertThat(tab.requested()).containsExactly(pages.at("/"));
            assertThat(tab.problems()).isEmpty();
            assertThat(tab.paintMs()).isPositive();
            assertThat(tab.heapBytes()).isPositive();
            assertThat(tab.seriousFindings()).isEmpty();
        }
    }

    @Test
    void clicksAndTypesAsAUser() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/"));

            tab.click("#ask");
            assertThat(tab.text("#said")).isEqualTo("clicked true");

            tab.click("#statement");
            tab.type("SELECT 'ä€😀'");
            tab.press("Enter");
            tab.press("x");
            tab.press("Y", "Shift");
            tab.press("Space");
            tab.press("5");
            assertThat(tab.evaluate("statement.value").asText()).isEqualTo("SELECT 'ä€😀'\nxY 5");

            tab.press("a", "Control");
            tab.type("q");
            tab.press("Enter", "Control");
            assertThat(tab.text("#said")).isEqualTo("ran q");
            assertThat(tab.evaluate("statement.value").asText()).isEqualTo("q");

            tab.press("Tab");
            assertThat(tab.evaluate("document.activeElement.id").asText()).isEqualTo("ask");
            tab.press("Space");
            assertThat(tab.text("#said")).isEqualTo("clicked true");

            tab.press("Tab", "Shift");
            assertThat(tab.evaluate("document.activeElement.id").asText()).isEqualTo("statement");
            tab.focus("#ask");
            assertThat(tab.evaluate("document.activeElement.id").asText()).isEqualTo("ask");
        }
    }

    @Test
    void clicksOnNothingThatAUserCouldNot() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/"));
            tab.evaluate("document.body.insertAdjacentHTML('beforeend',"
                    + " '<div id=cover style=\"position: fixed; inset: 0\"></div>')");

            assertThatThrownBy(() -> tab.click("#ask"))
                    .hasMessageContaining("A click on #ask would hit <div id=\"cover\"");
            assertThatThrownBy(() -> tab.click("#none")).hasMessageContaining("There is no #none");
        }
    }

    @Test
    void awaitsWhatBecomesTrue() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/"));
            tab.evaluate("console.log('waiting', 1); setTimeout(() => window.done = {at: 1}, 200); undefined");

            tab.await("done.at === 1", LIMIT);

            assertThatThrownBy(() -> tab.await("never.at === 1", Duration.ofMillis(200)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("never.at === 1")
                    .hasMessageContaining("never is not defined")
                    .hasMessageContaining(pages.at("/"))
                    .hasMessageContaining("Events today")
                    .hasMessageContaining("log: waiting 1");
            assertThatThrownBy(() -> tab.evaluate("(() => { throw new TypeError('no such thing'); })()"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("TypeError: no such thing");
            assertThatThrownBy(() -> tab.evaluate("Promise.reject('not today')"))
                    .hasMessageContaining("not today");
        }
    }

    @Test
    void tellsOfProblems() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/"));
            tab.evaluate("console.warn('no problem'); console.error('a problem', 7);"
                    + " setTimeout(() => { throw new Error('not caught'); });"
                    + " fetch('/missing').then(answer => answer.status)");

            assertThat(Waiting.until(() -> tab.problems().size() == 3, LIMIT))
                    .as(() -> tab.problems().toString())
                    .isTrue();
            assertThat(tab.problems())
                    .anyMatch(each -> each.equals("error: a problem 7"))
                    .anyMatch(each -> each.startsWith("uncaught: Error: not caught"))
                    .anyMatch(each -> each.contains("404") && each.contains(pages.at("/missing")));
            assertThat(tab.requested()).contains(pages.at("/missing"));
        }
    }

    @Test
    void findsWhatExcludesUsersWhereAPolicyForbidsScripts() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/strict"));

            assertThat(tab.evaluate("document.title").asText()).isEqualTo("A strict page");
            assertThat(Waiting.until(
                            () -> tab.problems().stream().anyMatch(each -> each.contains("Content Security Policy")),
                            LIMIT))
                    .as(() -> tab.problems().toString())
                    .isTrue();
            assertThat(tab.seriousFindings())
                    .anyMatch(each -> each.startsWith("serious: html-has-lang: ") && each.endsWith(" (html)"))
                    .anyMatch(each -> each.startsWith("critical: image-alt: ") && each.endsWith(" (img)"));
        }
    }

    @Test
    void showsAnySizeAndColours() {
        try (Tab tab = chromium.newTab()) {
            tab.go(pages.at("/"));
            byte[] picture = tab.screenshot();
            assertThat(picture).startsWith(PNG);
            assertThat(size(picture)).containsExactly(1_280, 800);

            tab.size(390, 844, true);
            tab.dark(true);
            assertThat(size(tab.screenshot())).containsExactly(390, 844);
            assertThat(tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
                            .asBoolean())
                    .isTrue();
            tab.dark(false);
            assertThat(tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
                            .asBoolean())
                    .isFalse();
        }
    }

    private static int[] size(byte[] png) {
        ByteBuffer head = ByteBuffer.wrap(png);
        return new int[] {head.getInt(16), head.getInt(20)};
    }

    @Test
    void keepsCookiesOfTabsApart() {
        try (Tab one = chromium.newTab();
                Tab other = chromium.newTab()) {
            one.go(pages.at("/"));
            one.evaluate("document.cookie = 'token=secret'; localStorage.setItem('token', 'secret')");
            one.go(pages.at("/"));
            other.go(pages.at("/"));

            assertThat(one.evaluate("document.cookie").asText()).isEqualTo("token=secret");
            assertThat(other.evaluate("document.cookie").asText()).isEmpty();
            assertThat(other.evaluate("localStorage.getItem('token')").isNull()).isTrue();
        }
    }

    @Test
    void carriesLargeMessages() {
        try (Tab tab = chromium.newTab()) {
            String large = "ä".repeat(3_000_000);

            assertThat(tab.evaluate("'" + large + "'").asText()).isEqualTo(large);
        }
    }

    @Test
    void saysThatNobodyServesAPage() throws IOException {
        Pages gone = new Pages();
        gone.close();
        try (Tab tab = chromium.newTab()) {
            assertThatThrownBy(() -> tab.go(gone.at("/")))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ERR_CONNECTION_REFUSED");
        }
    }

    /** Serves these pages. */
    private static final class Pages implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

        Pages() throws IOException {
            inBackground(() -> {
                while (true) {
                    Socket connection = server.accept();
                    // Chromium connects before it has anything to ask.
                    inBackground(() -> answer(connection));
                }
            });
        }

        String at(String path) {
            return "http://127.0.0.1:" + server.getLocalPort() + path;
        }

        private interface Task {
            void run() throws IOException;
        }

        private static void inBackground(Task task) {
            Thread thread = new Thread(() -> {
                try {
                    task.run();
                } catch (IOException e) {
                    // Closed.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private static void answer(Socket connection) throws IOException {
            try (connection) {
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
                String request = in.readLine();
                String line = request;
                while (line != null && !line.isEmpty()) {
                    line = in.readLine();
                }
                if (line != null) {
                    connection
                            .getOutputStream()
                            .write(answer(request.split(" ")[1]).getBytes(StandardCharsets.UTF_8));
                }
            }
        }

        private static String answer(String path) {
            String kind = "\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n";
            return switch (path) {
                case "/" -> "HTTP/1.1 200 OK" + kind + "\r\n" + PAGE;
                case "/strict" ->
                    "HTTP/1.1 200 OK" + kind + "Content-Security-Policy: default-src 'none'\r\n\r\n" + STRICT;
                default -> "HTTP/1.1 404 Not Found" + kind + "\r\n";
            };
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
