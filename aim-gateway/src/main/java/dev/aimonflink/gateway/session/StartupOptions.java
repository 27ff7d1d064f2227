package dev.aimonflink.gateway.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The settings in a startup message: by name, and in {@code options} as on a server's command line. */
final class StartupOptions {
    private StartupOptions() {}

    static void apply(Map<String, String> options, Settings settings) {
        options.forEach((name, value) -> {
            if (name.equals("options")) {
                ofCommandLine(value, settings);
            } else if (!name.equals("user") && !name.equals("database") && !name.equals("replication")) {
                settings.setDefault(name, value);
            }
        });
    }

    /** {@code -c name=value} or {@code --name=value}. */
    private static void ofCommandLine(String line, Settings settings) {
        List<String> words = words(line);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String assignment = word.startsWith("--")
                    ? word.substring(2).replace('-', '_')
                    : word.equals("-c") && i + 1 < words.size()
                            ? words.get(++i)
                            : word.startsWith("-c") ? word.substring(2) : "";
            int equals = assignment.indexOf('=');
            if (equals > 0) {
                settings.setDefault(assignment.substring(0, equals), assignment.substring(equals + 1));
            }
        }
    }

    /** Words between spaces, in which a backslash escapes the next character. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
            } else if (word.length() > 0) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        if (word.length() > 0) {
            words.add(word.toString());
        }
        return words;
    }
}
