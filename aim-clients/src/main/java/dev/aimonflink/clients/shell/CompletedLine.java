package dev.aimonflink.clients.shell;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.Parser;

/**
 * A line in which the tab key replaces the last word before the cursor. JLine's own parser splits at blanks and quotes words with some,
 * which is right for file names and wrong for {@code GROUP BY}.
 */
record CompletedLine(String line, int cursor, Completion.Candidates candidates) implements CompletingParsedLine {
    static Parser parser(Completion completion) {
        return (line, cursor, context) -> {
            if (context == Parser.ParseContext.ACCEPT_LINE && !WrittenText.isComplete(line)) {
                // Makes the reader continue on another line.
                throw new EOFError(-1, -1, "A semicolon ends a statement.");
            }
            return new CompletedLine(
                    line,
                    cursor,
                    context == Parser.ParseContext.COMPLETE
                            ? completion.of(line.substring(0, cursor))
                            : new Completion.Candidates("", List.of()));
        };
    }

    @Override
    public String word() {
        return candidates.word();
    }

    @Override
    public int wordCursor() {
        return word().length();
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
        return candidate;
    }

    @Override
    public int rawWordCursor() {
        return wordCursor();
    }

    @Override
    public int rawWordLength() {
        return wordCursor();
    }

    @Override
    public int wordIndex() {
        return 0;
    }

    @Override
    public List<String> words() {
        return List.of(word());
    }
}
