package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Messages about texts that are no YAML. */
class YamlMistakeTest {
    private static void assertWrong(String yaml, String message) {
        assertThatThrownBy(() ->
                        new YamlFile("model.yaml", yaml).root(YamlFile.MAX_BYTES, "a model such as 'model: payments'"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("model.yaml, " + message);
    }

    /** In the texts, / ends a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            a:/  x: 1/ y: 2|line 3, column 2: This is no YAML: the line is indented otherwise than those above. Begin it below one of them.
            a:/  - x/ y: 1|line 3, column 2: This is no YAML: the line is indented otherwise than those above. Begin it below one of them.
            a:/  x: 1//   y: 2|line 4, column 5: This is no YAML: the line is indented further than the one above, which has a value already. Begin it below that.
            a/b: 1|line 2, column 2: This is no YAML: the line above has no colon. Write it like 'key: value'.
            a: 1/b/|line 2, column 1: This is no YAML: the line has no colon. Write it like 'key: value'.
            a: b: c|line 1, column 5: This is no YAML: a value with a colon needs quotes. Write them around it.
            a:/  x: {t: 1/  y: 2|line 2, column 6: This is no YAML: this brace has no end where it needs one. Close it, or write a comma between its keys.
            a: {x: int, y: {t: 1}/b: 3/c: [1]|line 1, column 4: This is no YAML: this brace has no end where it needs one. Close it, or write a comma between its keys.
            a: [1, 2/b: 3|line 1, column 4: This is no YAML: this bracket has no end where it needs one. Close it, or write a comma between its values.
            a: {x: [1, 2}|line 1, column 8: This is no YAML: this bracket has no end where it needs one. Close it, or write a comma between its values.
            a: "x/b: 3|line 1, column 4: This is no YAML: this quote has no end. Close it.
            a: @x|line 1, column 4: This is no YAML: a value cannot begin with '@'. Write it in quotes.
            a: %x|line 1, column 4: This is no YAML: a value cannot begin with '%'. Write it in quotes.
            a: 'x' y|line 1, column 8: This is no YAML: expected <block end>, but found '<scalar>'. Fix the line.
            """)
    void shouldSayWhatIsWrong(String yaml, String message) {
        assertWrong(yaml.replace('/', '\n'), message);
    }

    @Test
    void shouldSayThatATabBeginsALine() {
        assertWrong("a:\n\tb: 1\n", "line 2, column 1: This is no YAML: a line begins with a tab. Write blanks.");
    }

    /** Columns are counted in characters, of which some take two places in a Java text. */
    @Test
    void shouldCountCharactersBeyondTheBasicPlane() {
        assertWrong(
                "\uD83D\uDE00\n\uD83D\uDE00: 1\n",
                "line 2, column 2: This is no YAML: the line above has no colon. Write it like 'key: value'.");
    }

    /** Two chars make such a character, and the parser reads the text in pieces. */
    @Test
    void shouldReadCharactersOfTwoHalvesAtAnyPlace() {
        for (int before = 1_000; before < 1_050; before++) {
            String value = "x".repeat(before) + "\ud83d\ude00 y";
            YamlFile file = new YamlFile("model.yaml", "a: " + value);
            Node root = file.root(YamlFile.MAX_BYTES, "a model");
            assertThat(file.mapping(root, "It", "a: 1", List.of("a")).get("a"))
                    .isInstanceOfSatisfying(ScalarNode.class, scalar -> assertThat(scalar.getValue())
                            .isEqualTo(value));
        }
    }
}
