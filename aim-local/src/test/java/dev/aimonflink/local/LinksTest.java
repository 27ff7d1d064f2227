package dev.aimonflink.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages and messages name files and sections that there are. */
class LinksTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]*)(?:#([^)]*))?\\)");
    private static final Pattern NAMED = Pattern.compile("(docs/[a-z/-]+\\.md)(?:#([a-z0-9-]+))?");
    private static final Pattern ANCHOR = Pattern.compile("(?m)^#+ (.*)$|<a id=\"([^\"]+)\">");

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(ROOT)) {
            files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
        }
        for (String folder : List.of("docs", "flink-conf")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
            }
        }
        return pages;
    }

    private static String text(Path page) throws IOException {
        return FENCED.matcher(Files.readString(page)).replaceAll("");
    }

    /** As GitHub makes them: the words of a heading in lower case, with hyphens between them. */
    private static List<String> anchors(Path page) throws IOException {
        return ANCHOR.matcher(text(page)).results().map(LinksTest::anchor).toList();
    }

    private static String anchor(MatchResult found) {
        String heading = found.group(1);
        return heading == null
                ? found.group(2)
                : heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    }

    @Test
    void shouldLinkToPagesAndSectionsThatThereAre() throws IOException {
        int links = 0;
        for (Path page : pages()) {
            for (MatchResult link : LINK.matcher(text(page)).results().toList()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                assertThat(target).as("%s: %s", page, link.group()).exists();
                if (link.group(2) != null && target.toString().endsWith(".md")) {
                    assertThat(anchors(target)).as("%s: %s", page, link.group()).contains(link.group(2));
                }
                links++;
            }
        }
        assertThat(links).isGreaterThan(300);
    }

    @Test
    void shouldNameInMessagesPagesAndSectionsThatThereAre() throws IOException {
        int names = 0;
        for (Path source : sources()) {
            for (MatchResult name :
                    NAMED.matcher(Files.readString(source)).results().toList()) {
                Path page = ROOT.resolve(name.group(1));
                assertThat(page).as("%s: %s", source, name.group()).exists();
                // A page alone is too long to find the sentence that is meant.
                assertThat(name.group(2)).as("%s: %s", source, name.group()).isNotNull();
                assertThat(anchors(page)).as("%s: %s", source, name.group()).contains(name.group(2));
                names++;
            }
        }
        assertThat(names).isGreaterThan(10);
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(each -> each.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().matches(".*\\.(java|yaml|sql|txt)"))
                            .forEach(sources::add);
                }
            }
        }
        return sources;
    }
}
