package dev.aimonflink.gateway.browser;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.aimonflink.clients.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A tab of Chromium with cookies of its own, over a connection of its own. */
public final class Tab implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final long POLL_MS = 50;
    private static final int SHOWN = 3_000;
    private static final String AXE = "META-INF/resources/webjars/axe-core/";
    private static final String AXE_VERSION = "META-INF/maven/org.webjars.npm/axe-core/pom.properties";

    /** How the protocol names a key. */
    private record Key(String key, String code, int number, String text) {}

    private static final Map<String, Key> KEYS = Map.ofEntries(
            Map.entry("Enter", new Key("Enter", "Enter", 13, "\r")),
            Map.entry("Space", new Key(" ", "Space", 32, " ")),
            Map.entry("Tab", new Key("Tab", "Tab", 9, "")),
            Map.entry("Escape", new Key("Escape", "Escape", 27, "")),
            Map.entry("Backspace", new Key("Backspace", "Backspace", 8, "")),
            Map.entry("Delete", new Key("Delete", "Delete", 46, "")),
            Map.entry("Home", new Key("Home", "Home", 36, "")),
            Map.entry("End", new Key("End", "End", 35, "")),
            Map.entry("ArrowLeft", new Key("ArrowLeft", "ArrowLeft", 37, "")),
            Map.entry("ArrowUp", new Key("ArrowUp", "ArrowUp", 38, "")),
            Map.entry("ArrowRight", new Key("ArrowRight", "ArrowRight", 39, "")),
            Map.entry("ArrowDown", new Key("ArrowDown", "ArrowDown", 40, "")));
    private static final Map<String, Integer> MODIFIERS = Map.of("Alt", 1, "Control", 2, "Shift", 8);

    private final WebSocket socket;
    private final String context;
    private final String session;
    private final AtomicInteger lastCall = new AtomicInteger();

    // The thread that receives writes these.
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final CompletableFuture<JsonNode> lost = new CompletableFuture<>();
    private final Queue<String> requested = new ConcurrentLinkedQueue<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final Queue<String> console = new ConcurrentLinkedQueue<>();
    private final Set<String> begun = ConcurrentHashMap.newKeySet();
    private final Set<String> loaded = ConcurrentHashMap.newKeySet();
    private volatile String shown = "";

    /** @param browser the address of the browser itself, which every tab connects to */
    Tab(HttpClient client, URI browser) {
        socket = Waiting.forResult(
                client.newWebSocketBuilder().connectTimeout(DEADLINE).buildAsync(browser, new Messages()),
                DEADLINE,
                "Chromium did not accept a connection");
        try {
            context = call("Target.createBrowserContext", "", Map.of("disposeOnDetach", true))
                    .path("browserContextId")
                    .asText();
            String target = call("Target.createTarget", "", Map.of("url", "about:blank", "browserContextId", context))
                    .path("targetId")
                    .asText();
            session = call("Target.attachToTarget", "", Map.of("targetId", target, "flatten", true))
                    .path("sessionId")
                    .asText();
            for (String each : List.of("Page", "Runtime", "Log", "Network")) {
                send(each + ".enable", Map.of());
            }
            send("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
            // Each tab behaves as the one in front.
            send("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
            size(1_280, 800, false);
        } catch (RuntimeException | Error e) {
            socket.abort();
            throw e;
        }
    }

    /** Shows a page, and waits until it has loaded. */
    public void go(String url) {
        JsonNode answer = send("Page.navigate", Map.of("url", url));
        if (answer.hasNonNull("errorText")) {
            throw new AssertionError(url + ": " + answer.path("errorText").asText());
        }
        if (!answer.hasNonNull("loaderId")) {
            // Within the document.
            return;
        }
        String loader = answer.path("loaderId").asText();
        // The page may have led on to another.
        if (!Waiting.until(() -> begun.contains(loader) && loaded.contains(shown), DEADLINE)) {
            throw new AssertionError(url + " did not load within " + DEADLINE.toSeconds() + " s." + console());
        }
    }

    /**
     * The value of an expression, or what its promise results in; null where it is undefined.
     *
     * @throws AssertionError with the text of what JavaScript threw
     */
    public JsonNode evaluate(String javascript) {
        JsonNode answer = send(
                "Runtime.evaluate",
                Map.of("expression", javascript, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(thrown(answer.path("exceptionDetails")));
        }
        JsonNode result = answer.path("result");
        if (result.has("unserializableValue")) {
            return result.path("unserializableValue");
        }
        return result.has("value") ? result.path("value") : NullNode.getInstance();
    }

    private static String thrown(JsonNode details) {
        JsonNode exception = details.path("exception");
        if (exception.hasNonNull("description")) {
            return exception.path("description").asText();
        }
        return details.path("text").asText()
                + (exception.has("value") ? " " + exception.path("value").asText() : "");
    }

    /**
     * Waits until an expression, or what its promise results in, is truthy. What it throws counts as false.
     *
     * @throws AssertionError with what the page shows, if it does not become so
     */
    public void await(String javascriptCondition, Duration limit) {
        String condition = "(async () => Boolean(await (" + javascriptCondition + ")))()";
        String[] failure = {""};
        if (!Waiting.until(() -> isTrue(condition, failure), limit, POLL_MS)) {
            throw new AssertionError("Within " + limit.toMillis() + " ms this did not become true: "
                    + javascriptCondition + (failure[0].isEmpty() ? "" : "\nIt threw: " + failure[0]) + "\n"
                    + shownText() + console());
        }
    }

    private boolean isTrue(String condition, String[] failure) {
        try {
            failure[0] = "";
            return evaluate(condition).asBoolean();
        } catch (AssertionError e) {
            failure[0] = e.getMessage();
            return false;
        }
    }

    private String shownText() {
        try {
            return evaluate("location.href + '\\n' + (document.body?.innerText ?? '').slice(0, " + SHOWN + ")")
                    .asText();
        } catch (AssertionError e) {
            return "No page: " + e.getMessage();
        }
    }

    private String console() {
        return "\nConsole:\n" + String.join("\n", console);
    }

    /** Scrolls the first match into view, and clicks on its centre, unless something else is there. */
    public void click(String cssSelector) {
        JsonNode at = evaluate("""
                (async () => {
                    const css = %s;
                    const element = document.querySelector(css);
                    if (!element) throw new Error('There is no ' + css);
                    element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
                    await new Promise(requestAnimationFrame);
                    const box = element.getBoundingClientRect();
                    if (!box.width || !box.height) throw new Error('Not shown: ' + css);
                    const x = box.x + box.width / 2;
                    const y = box.y + box.height / 2;
                    const hit = document.elementFromPoint(x, y);
                    if (!hit) throw new Error('Outside of what is shown: ' + css);
                    if (!element.contains(hit)) {
                        throw new Error('A click on ' + css + ' would hit ' + hit.cloneNode().outerHTML);
                    }
                    return [x, y];
                })()""".formatted(quoted(cssSelector)));
        mouse("mouseMoved", at, "none", 0, 0);
        mouse("mousePressed", at, "left", 1, 1);
        mouse("mouseReleased", at, "left", 0, 1);
    }

    private void mouse(String type, JsonNode at, String button, int buttons, int clicks) {
        send(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type", type,
                        "x", at.path(0).asDouble(),
                        "y", at.path(1).asDouble(),
                        "button", button,
                        "buttons", buttons,
                        "clickCount", clicks));
    }

    /** Writes into what has the focus. */
    public void type(String text) {
        send("Input.insertText", Map.of("text", text));
    }

    /**
     * @param key such as Enter, Space, Tab, Escape, ArrowDown, or a letter or digit
     * @param modifiers of Control, Shift and Alt
     */
    public void press(String key, String... modifiers) {
        int bits = 0;
        for (String each : modifiers) {
            bits |= Optional.ofNullable(MODIFIERS.get(each))
                    .orElseThrow(() -> new IllegalArgumentException("No modifier: " + each));
        }
        boolean isShifted = (bits & MODIFIERS.get("Shift")) != 0;
        boolean isShortcut = (bits & ~MODIFIERS.get("Shift")) != 0;
        Key pressed = KEYS.containsKey(key) ? KEYS.get(key) : character(key, isShifted);
        Map<String, Object> parameters = new HashMap<>(Map.of(
                "key", pressed.key(),
                "code", pressed.code(),
                "windowsVirtualKeyCode", pressed.number(),
                "modifiers", bits));
        Map<String, Object> down = new HashMap<>(parameters);
        if (isShortcut || pressed.text().isEmpty()) {
            down.put("type", "rawKeyDown");
        } else {
            down.put("type", "keyDown");
            down.put("text", pressed.text());
        }
        send("Input.dispatchKeyEvent", down);
        parameters.put("type", "keyUp");
        send("Input.dispatchKeyEvent", parameters);
    }

    private static Key character(String key, boolean isShifted) {
        if (!key.matches("[a-zA-Z0-9]")) {
            throw new IllegalArgumentException("No key: " + key);
        }
        String upper = key.toUpperCase(Locale.ROOT);
        String text = isShifted ? upper : key;
        String code = (Character.isDigit(key.charAt(0)) ? "Digit" : "Key") + upper;
        return new Key(text, code, upper.charAt(0), text);
    }

    /** Gives the first match the focus, as its method does. */
    public void focus(String css) {
        evaluate("""
                (() => {
                    const css = %s;
                    const element = document.querySelector(css);
                    if (!element) throw new Error('There is no ' + css);
                    element.focus();
                    if (document.activeElement !== element) throw new Error('It takes no focus: ' + css);
                })()""".formatted(quoted(css)));
    }

    /** What the first match shows; empty if there is none. */
    public String text(String css) {
        return evaluate("document.querySelector(" + quoted(css) + ")?.innerText ?? ''")
                .asText();
    }

    public void size(int width, int height, boolean mobile) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
    }

    /** Whether the user prefers dark colours, or light ones. */
    public void dark(boolean dark) {
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** What is in view, as PNG. */
    public byte[] screenshot() {
        return Base64.getDecoder()
                .decode(send("Page.captureScreenshot", Map.of("format", "png"))
                        .path("data")
                        .asText());
    }

    /** Every URL asked for since the tab was opened, in that order. */
    public List<String> requested() {
        return List.copyOf(requested);
    }

    /** What the console shows as an error: of the page, what it did not catch, failed requests, what its policy forbade. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** What JavaScript holds on its heap when the garbage has been collected. */
    public long heapBytes() {
        send("HeapProfiler.collectGarbage", Map.of());
        return send("Runtime.getHeapUsage", Map.of()).path("usedSize").asLong();
    }

    /** From the start of the navigation until something was first shown. */
    public double paintMs() {
        String entries = "performance.getEntriesByName('first-contentful-paint')";
        await(entries + ".length", DEADLINE);
        return evaluate(entries + "[0].startTime").asDouble();
    }

    /** What axe-core finds to be serious or critical, as {@code impact: id: help (targets)}. */
    public List<String> seriousFindings() {
        if (!evaluate("typeof axe !== 'undefined'").asBoolean()) {
            evaluate(axe() + ";undefined");
        }
        JsonNode found = evaluate("""
                axe.run(document, {resultTypes: ['violations']}).then(results => results.violations
                    .filter(each => each.impact === 'serious' || each.impact === 'critical')
                    .map(each => `${each.impact}: ${each.id}: ${each.help} `
                        + `(${each.nodes.map(node => node.target.join(' ')).join(', ')})`))""");
        List<String> findings = new ArrayList<>();
        found.forEach(each -> findings.add(each.asText()));
        return findings;
    }

    private static String axe() {
        Properties properties = new Properties();
        try (InputStream in = resource(AXE_VERSION)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (InputStream in = resource(AXE + properties.getProperty("version") + "/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream resource(String name) {
        InputStream in = Tab.class.getClassLoader().getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("Not on the class path: " + name);
        }
        return in;
    }

    /** Anything else of the protocol. */
    public JsonNode send(String method, Map<String, ?> parameters) {
        return call(method, session, parameters);
    }

    /** @param to a session; empty for the browser itself */
    private JsonNode call(String method, String to, Map<String, ?> parameters) {
        int id = lastCall.incrementAndGet();
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (!to.isEmpty()) {
            message.put("sessionId", to);
        }
        String late = "Chromium did not answer " + method;
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(id, answer);
        try {
            // A socket sends one message at a time.
            synchronized (socket) {
                Waiting.forResult(socket.sendText(message.toString(), true), DEADLINE, late);
            }
            JsonNode received = (JsonNode) Waiting.forResult(CompletableFuture.anyOf(answer, lost), DEADLINE, late);
            if (received.has("error")) {
                throw new AssertionError(method + ": " + received.path("error").toString());
            }
            return received.path("result");
        } finally {
            calls.remove(id);
        }
    }

    private static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }

    private void received(JsonNode message) {
        if (message.has("id")) {
            CompletableFuture<JsonNode> call = calls.get(message.path("id").asInt());
            if (call != null) {
                call.complete(message);
            }
            return;
        }
        JsonNode event = message.path("params");
        switch (message.path("method").asText()) {
            case "Network.requestWillBeSent" ->
                requested.add(event.path("request").path("url").asText());
            case "Network.webSocketCreated" -> requested.add(event.path("url").asText());
            case "Runtime.consoleAPICalled" -> {
                String text = said(event);
                console.add(text);
                if (event.path("type").asText().equals("error")) {
                    problems.add(text);
                }
            }
            case "Runtime.exceptionThrown" -> {
                String text = "uncaught: " + thrown(event.path("exceptionDetails"));
                console.add(text);
                problems.add(text);
            }
            case "Log.entryAdded" -> {
                JsonNode entry = event.path("entry");
                String level = entry.path("level").asText();
                String url = entry.path("url").asText();
                String text = level + ": " + entry.path("text").asText() + (url.isEmpty() ? "" : " (" + url + ")");
                console.add(text);
                if (level.equals("error")) {
                    problems.add(text);
                }
            }
            case "Page.frameNavigated" -> {
                JsonNode frame = event.path("frame");
                if (!frame.hasNonNull("parentId")) {
                    shown = frame.path("loaderId").asText();
                    begun.add(shown);
                }
            }
            case "Page.lifecycleEvent" -> {
                if (event.path("name").asText().equals("load")) {
                    loaded.add(event.path("loaderId").asText());
                }
            }
            case "Inspector.targetCrashed" -> lost.completeExceptionally(new IOException("The tab crashed."));
            default -> {
                // Of no interest here.
            }
        }
    }

    private static String said(JsonNode event) {
        StringBuilder text = new StringBuilder(event.path("type").asText()).append(':');
        for (JsonNode each : event.path("args")) {
            text.append(' ')
                    .append(
                            each.has("value")
                                    ? each.path("value").asText()
                                    : each.path("description")
                                            .asText(each.path("type").asText()));
        }
        return text.toString();
    }

    /** Closes the tab, and forgets its cookies. */
    @Override
    public void close() {
        try {
            call("Target.disposeBrowserContext", "", Map.of("browserContextId", context));
        } catch (IllegalStateException | AssertionError e) {
            // Chromium has ended, or it forgets when the connection does.
        } finally {
            socket.abort();
        }
    }

    /** What comes, in pieces. */
    private final class Messages implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean isLast) {
            text.append(piece);
            if (isLast) {
                String whole = text.toString();
                text.setLength(0);
                try {
                    received(JSON.readTree(whole));
                } catch (JsonProcessingException | RuntimeException e) {
                    lost.completeExceptionally(e);
                }
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            lost.completeExceptionally(new IOException("The connection was closed: " + status + " " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            lost.completeExceptionally(error);
        }
    }
}
