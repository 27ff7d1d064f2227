package dev.aimonflink.query.sqllogic;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files of sqllogictest whose tables have whole numbers and texts, in the jar on the class path. */
final class Corpus {
    private static final String ROOT = "test/";
    private static final String KNOWN = ROOT + "select1.test";

    /** The group of a file is its folder, or its name if it is in none. */
    private static final Pattern IN_SCOPE =
            Pattern.compile(ROOT + "(?<group>select[1-5]|random/(?:aggregates|groupby|expr|select))(?:/[^/]+)?\\.test");

    private final List<String> files;

    private Corpus(List<String> files) {
        this.files = files;
    }

    static Corpus ofClassPath() {
        URL known = Corpus.class.getClassLoader().getResource(KNOWN);
        if (known == null) {
            throw new IllegalStateException(
                    "The class path has no " + KNOWN + ". Add net.hydromatic:sql-logic-test, whose jar has it.");
        }
        try {
            // The connection caches the jar, which streams of its files still read.
            JarURLConnection connection = (JarURLConnection) known.openConnection();
            return new Corpus(connection.getJarFile().stream()
                    .map(JarEntry::getName)
                    .filter(name -> IN_SCOPE.matcher(name).matches())
                    .map(name -> name.substring(ROOT.length()))
                    .sorted()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of all files, in their order. */
    List<String> files() {
        return files;
    }

    /** The group of a file, such as {@code random/expr}. */
    static String groupOf(String file) {
        Matcher matcher = IN_SCOPE.matcher(ROOT + file);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("file=" + file + " is not in scope. Name one that Corpus.files() has.");
        }
        return matcher.group("group");
    }

    BufferedReader open(String file) throws IOException {
        InputStream bytes = Corpus.class.getClassLoader().getResourceAsStream(ROOT + file);
        if (bytes == null) {
            throw new FileNotFoundException(ROOT + file);
        }
        return new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    }
}
