package dev.aimonflink.gateway.http;

import dev.aimonflink.sql.SqlState;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The console: files of this jar, for everybody. The page does nothing that {@code /v1} does not offer, and asks no other host. */
final class ConsoleFiles {
    private static final String FOLDER = "/dev/aimonflink/gateway/console/";
    private static final String PAGE = "index.html";

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    /** No script or style but ours runs, whatever an answer has in it; and no other site's page shows ours. */
    private static final String POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Map<String, FileOfJar> files = new ConcurrentHashMap<>();

    private record FileOfJar(byte[] bytes, String type, String tag) {}

    void addTo(Routes routes) {
        routes.addOpen("GET", "/", call -> answer(call, PAGE))
                .addOpen("GET", "/console/{file}", call -> answer(call, call.inPath("file")));
    }

    private void answer(Call call, String name) throws IOException {
        FileOfJar file =
                name.matches("[a-zA-Z]+(\\.min)?\\.[a-z]+") ? files.computeIfAbsent(name, ConsoleFiles::read) : null;
        if (file == null) {
            throw HttpRefusal.of(
                    HttpStatus.NOT_FOUND, SqlState.UNDEFINED_OBJECT, "The console has no such file. Its page is at /.");
        }
        call.say("Content-Security-Policy", POLICY);
        call.say("Referrer-Policy", "no-referrer");
        // A newer gateway's files are asked for at once.
        call.answerTagged(file.type, "no-cache", file.tag, file.bytes);
    }

    private static FileOfJar read(String name) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            return null;
        }
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                return null;
            }
            byte[] bytes = in.readAllBytes();
            return new FileOfJar(bytes, type, Call.tagOf(bytes));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
