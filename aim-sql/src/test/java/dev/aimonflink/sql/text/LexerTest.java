package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.sql.Refusal.assertRefused;
import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class LexerTest {
    private static List<String> meanings(String text) {
        return Lexer.tokens(text).stream()
                .filter(token -> token.kind() != Token.Kind.END)
                .map(token -> token.kind() + ":" + token.text())
                .toList();
    }

    @Test
    void shouldFoldWordsAndKeepQuotedNames() {
        assertThat(meanings("Amount \"Amount\" \"a\"\"b\" größe"))
                .containsExactly("WORD:amount", "QUOTED_NAME:Amount", "QUOTED_NAME:a\"b", "WORD:größe");
    }

    @Test
    void shouldReadStringsInEachOfTheirForms() {
        assertThat(meanings("'it''s' E'a\\n\\x41\\u00e9\\\\' $$no 'escape'$$ $q$a$$b$q$ ''"))
                .containsExactly("STRING:it's", "STRING:a\nAé\\", "STRING:no 'escape'", "STRING:a$$b", "STRING:");
    }

    @Test
    void shouldReadNumbers() {
        assertThat(meanings("1 1.5 .5 1. 1e3 1.5E-3 $12"))
                .containsExactly(
                        "NUMBER:1",
                        "NUMBER:1.5",
                        "NUMBER:.5",
                        "NUMBER:1.",
                        "NUMBER:1e3",
                        "NUMBER:1.5E-3",
                        "PARAMETER:12");
    }

    @Test
    void shouldEndAnOperatorWherePostgresDoes() {
        assertThat(meanings("a<=-1 b!=2 c||'x' d!~*'y' e*-f g::int"))
                .containsExactly(
                        "WORD:a",
                        "SIGN:<=",
                        "SIGN:-",
                        "NUMBER:1",
                        "WORD:b",
                        "SIGN:<>",
                        "NUMBER:2",
                        "WORD:c",
                        "SIGN:||",
                        "STRING:x",
                        "WORD:d",
                        "SIGN:!~*",
                        "STRING:y",
                        "WORD:e",
                        "SIGN:*",
                        "SIGN:-",
                        "WORD:f",
                        "WORD:g",
                        "SIGN:::",
                        "WORD:int");
    }

    @Test
    void shouldSkipCommentsAlsoInsideOthers() {
        assertThat(meanings("a -- to the end\n + /* one /* two */ still */ b --"))
                .containsExactly("WORD:a", "SIGN:+", "WORD:b");
    }

    @Test
    void shouldKnowWhereEachTokenIs() {
        Token token = Lexer.tokens("a >= 'x'").get(2);
        assertThat(token.position()).isEqualTo(5);
        assertThat(token.end()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a = 'open|4|The string has no end. Close it with '.
            "open|0|The name has no end. Close it with ".
            1 + ""|4|A name in double quotes is empty. Write the name, or single quotes for a string.
            a /* b|2|The comment has no end. Close it with */.
            12ab > 1|0|"12ab" is neither a number nor a name. Write a number in decimal digits alone, and put a name that begins with a digit in double quotes.
            1_000|0|"1_000" is neither a number nor a name. Write a number in decimal digits alone, and put a name that begins with a digit in double quotes.
            a\u00A0= 1|1|The text has the character U+00A0, which is not seen. Write a space instead.
            a = “x”|4|The character "“" begins nothing that is known here. Put text between single quotes.
            a ++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++ b|2|An operator has more than 63 characters. Put spaces between operators.
            $a|0|"$" begins neither a parameter nor a string. Write $1 or $$text$$.
            $$a|0|The string has no end. Close it with $$.
            E'\\xzz'|4|The escape is no character. Write \\\\ for a backslash.
            """)
    void shouldSayWhereAndHowToFixWhatCannotBeRead(String text, int position, String message) {
        assertRefused(SqlState.SYNTAX_ERROR, position, message, () -> Lexer.tokens(text));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldRefuseATextThatIsTooLong(int beyond) {
        String text = "1" + " ".repeat(SqlLimits.MAX_CHARACTERS - 1 + beyond);
        if (beyond == 0) {
            assertThat(meanings(text)).containsExactly("NUMBER:1");
        } else {
            assertFails(SqlException.class, () -> Lexer.tokens(text))
                    .hasMessage("The text has 65537 characters; at most 65536 are allowed. Write it shorter.");
        }
    }
}
