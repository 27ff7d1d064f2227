package dev.aimonflink.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** How long files and methods of a module may be: what is longer tells more than one story. */
final class SourceSizes {
    static final int MOST_LINES_OF_FILE = 600;
    static final int MOST_LINES_OF_METHOD = 60;

    private static final Pattern NO_CODE = Pattern.compile("//[^\n]*"
            + "|(?s:/\\*.*?\\*/)"
            + "|(?s:\"\"\".*?(?<!\\\\)\"\"\")"
            + "|\"(?:[^\"\\\\\n]++|\\\\.)*+\""
            + "|'(?:[^'\\\\\n]++|\\\\.)*+'");
    private static final Pattern TYPE =
            Pattern.compile("(?s).*(\\b(class|interface|enum|record)\\s+\\w+|\\bnew\\s+[\\w.<>, ?]+\\(.*\\)\\s*).*");

    private SourceSizes() {}

    /** A pair of braces. */
    private record Block(int begin, String head, boolean isType) {}

    static void check(Path sources) throws IOException {
        List<String> faults = new ArrayList<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                faults.addAll(faults(file.getFileName().toString(), Files.readString(file)));
            }
        }
        assertThat(faults).isEmpty();
    }

    /** The sentences about what is too long in a source. */
    static List<String> faults(String file, String source) {
        List<String> faults = new ArrayList<>();
        int lines = lines(source, 0, source.length());
        if (lines > MOST_LINES_OF_FILE) {
            faults.add(file + " has " + lines + " lines");
        }
        String code = NO_CODE.matcher(source).replaceAll(found -> "\n"
                .repeat(lines(found.group(), 0, found.group().length())));
        Deque<Block> open = new ArrayDeque<>();
        int headFrom = 0;
        for (int i = 0; i < code.length(); i++) {
            switch (code.charAt(i)) {
                case '{' -> {
                    String head = code.substring(headFrom, i).strip();
                    open.push(new Block(i, head, TYPE.matcher(head).matches()));
                    headFrom = i + 1;
                }
                case '}' -> {
                    Block block = open.pop();
                    int ofBlock = lines(code, block.begin, i) + 1;
                    if (isMethod(block, open.peek()) && ofBlock > MOST_LINES_OF_METHOD) {
                        faults.add(file + ":" + (lines(code, 0, block.begin) + 1) + " has a method of " + ofBlock
                                + " lines");
                    }
                    headFrom = i + 1;
                }
                case ';' -> headFrom = i + 1;
                default -> {}
            }
        }
        return faults;
    }

    /** Arrays, lambdas and static blocks that fields begin with are none: they are tables. */
    private static boolean isMethod(Block block, Block around) {
        return around != null && around.isType && !block.isType && !block.head.matches("(?s).*(=|->|\\]|\\bstatic)");
    }

    private static int lines(String text, int from, int to) {
        return (int)
                text.substring(from, to).chars().filter(each -> each == '\n').count();
    }
}
