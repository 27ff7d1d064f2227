package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.format.Damage;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CsvTablesTest {
    private static final String REGIONS = """
            zip,city,region
            CH-8000,Zurich,EUROPE
            CHI-100000,Beijing,ASIA
            """;

    private static final EntityType CARD =
            ModelFile.parse(ModelFileTest.PAYMENTS, "model.yaml").entity();

    @TempDir
    private Path folder;

    private EntityTable parse(String csv) {
        return parse(csv.getBytes(StandardCharsets.UTF_8));
    }

    private static EntityTable parse(byte[] csv) {
        return CsvTables.parse(CARD, "regions", csv, "r.csv");
    }

    private static List<List<String>> rows(EntityTable table) {
        return IntStream.range(0, table.rows()).mapToObj(table::row).toList();
    }

    private void assertWrong(String csv, String message) {
        assertFails(InvalidInputException.class, () -> parse(csv))
                .hasMessage("Table regions file=r.csv, line " + message);
    }

    // ---- what is read

    @Test
    void shouldReadTheTablesOfAModelBesideItsFile() throws IOException {
        Files.writeString(folder.resolve("regions.csv"), REGIONS);
        EntityTables tables = CsvTables.read(CARD, folder);
        assertThat(tables.names()).containsExactly("regions");
        EntityTable regions = tables.table("regions");
        assertThat(regions.columns()).containsExactly("zip", "city", "region");
        assertThat(rows(regions))
                .containsExactly(List.of("CH-8000", "Zurich", "EUROPE"), List.of("CHI-100000", "Beijing", "ASIA"));
        assertThat(regions.cell(0, 2)).isEqualTo("EUROPE");
    }

    @Test
    void shouldReadQuotesCommasAndLineBreaks() {
        assertThat(rows(parse("zip,\"city\",region\n1,\"a, \"\"b\"\"\r\nc\",\n2,\"\",x\"y\"\n")))
                .containsExactly(List.of("1", "a, \"b\"\r\nc", ""), List.of("2", "", "x\"y\""));
    }

    @Test
    void shouldKeepBlanksAndAllDigits() {
        assertThat(rows(parse("zip,city,region\n007, a ,1.50\n"))).containsExactly(List.of("007", " a ", "1.50"));
    }

    @Test
    void shouldReadFilesOfAnySystem() {
        EntityTable expected = parse(REGIONS);
        assertThat(parse(REGIONS.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(parse(REGIONS.replace("\n", "\r"))).isEqualTo(expected);
        assertThat(parse(REGIONS.stripTrailing())).isEqualTo(expected);
        assertThat(parse("\uFEFF" + REGIONS)).isEqualTo(expected);
        assertThat(parse("\uFEFF" + REGIONS.replace("zip", "\"zip\""))).isEqualTo(expected);
        assertThat(parse("\n" + REGIONS.replace("\n", "\n\n"))).isEqualTo(expected);
    }

    @Test
    void shouldReadATableWithoutRows() {
        assertThat(parse("zip,city,region").rows()).isZero();
        assertThat(parse("\uFEFFzip,city,region\n").columns()).containsExactly("zip", "city", "region");
    }

    @RepeatedTest(50)
    void shouldReadWhatASheetWouldWrite(RepetitionInfo repetition) {
        int seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.withAttributes(RandomModels.next(random).model(), random);
        EntityTables tables = RandomModels.tables(model, random);
        for (String name : tables.names()) {
            EntityTable table = tables.table(name);
            List<List<String>> lines = new ArrayList<>(rows(table));
            lines.add(0, table.columns());
            String lineBreak = random.nextBoolean() ? "\n" : "\r\n";
            String csv = lines.stream()
                    .map(line -> line.stream().map(CsvTablesTest::written).collect(Collectors.joining(",")))
                    .collect(Collectors.joining(lineBreak));
            // Halves of surrogate pairs become question marks in UTF-8, so they are compared as such.
            byte[] utf8 = csv.getBytes(StandardCharsets.UTF_8);
            List<List<String>> expected = rows(table).stream()
                    .map(row -> row.stream().map(CsvTablesTest::inUtf8).toList())
                    .toList();
            assertThat(rows(CsvTables.parse(model.entity(), name, utf8, "r.csv")))
                    .as("seed=%d, csv=%s", seed, csv)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static String written(String cell) {
        boolean isPlain = !cell.isBlank() && cell.chars().allMatch(c -> c > ' ' && c != '"' && c != ',');
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    private static String inUtf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    // ---- what is wrong

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            zip,city,|zip,,|1: Column 2 has no name. Write one.
            zip,city,|zip,ZIP,city,|1: column 'ZIP' has the same name as column 'zip'. Rename one of them.
            Zurich,EUROPE|Zurich|2: The row has 2 cells instead of 3. Write one for each column, and quotes around a cell with a comma.
            Beijing,ASIA|Beijing,ASIA,|3: The row has 4 cells instead of 3. Write one for each column, and quotes around a cell with a comma.
            CHI-100000|CH-8000|3: zip='CH-8000' is the key of line 2 too. Take out one of the rows.
            CHI-100000|`"CH-8000"`|3: zip='CH-8000' is the key of line 2 too. Take out one of the rows.
            CHI-100000||3: The key zip is empty. Write it, or take out the row.
            Beijing|"Beijing|3: This is no CSV: Missing closing quote for value. Fix the row.
            Zurich|"Zurich"x|2: This is no CSV: Unexpected character ('x' (code 120)): Expected column separator character (',' (code 44)) or end-of-line. Fix the row.
            """)
    void shouldSayWhereAndWhatIsWrong(String right, String wrong, String message) {
        assertThat(REGIONS).contains(right);
        assertWrong(REGIONS.replace(right, wrong == null ? "" : wrong), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zip,city,|zip,citty,|Did you mean 'citty'?
            city,region|x,y|Known are: zip, x, y.
            """)
    void shouldSayWhichColumnTheTableLacks(String right, String wrong, String hint) {
        assertThatThrownBy(() -> parse(REGIONS.replace(right, wrong)))
                .isInstanceOfSatisfying(ModelException.class, e -> assertThat(e.path())
                        .containsExactly("attributes", "zip", "columns", "city"))
                .hasMessage("Table regions file=r.csv has no column 'city', which attribute 'zip' lists. " + hint);
    }

    @Test
    void shouldSayInWhichLineARowBegins() {
        assertWrong(
                "zip,city,region\n\n\"1\n1\",\"a\nb\",c\n\n2,\"\n\",d\n\"1\n1\",a,b\n",
                "9: zip='1\n1' is the key of line 3 too. Take out one of the rows.");
        assertWrong(
                "zip,city,region\n1,\"\n\n\",c\n2,\"a\n\"b,d\n",
                "5: This is no CSV: Unexpected character ('b' (code 98)): Expected column separator character (','"
                        + " (code 44)) or end-of-line. Fix the row.");
    }

    @Test
    void shouldRefuseAnEmptyFile() {
        for (String empty : List.of("", "\n \n", "\uFEFF")) {
            assertWrong(empty, "1: The file is empty. Begin it with the names of the columns, that of the key first.");
        }
    }

    @Test
    void shouldRefuseTextThatIsNotUtf8() {
        byte[] latin1 = REGIONS.replace("Beijing", "Zürich").getBytes(StandardCharsets.ISO_8859_1);
        assertFails(InvalidInputException.class, () -> parse(latin1))
                .hasMessage("Table regions file=r.csv, line 3: A character is not UTF-8. Save the file as UTF-8.");
        byte[] late = ("zip,city,region\n" + "\n".repeat(20_000) + "1,Zürich,a").getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> parse(late))
                .hasMessage("Table regions file=r.csv, line 20002: A character is not UTF-8. Save the file as UTF-8.");
        assertThatThrownBy(() -> parse(REGIONS.getBytes(StandardCharsets.UTF_16)))
                .hasMessage("Table regions file=r.csv, line 1: A character is not UTF-8. Save the file as UTF-8.");
    }

    @Test
    void shouldReadNamesOfUpTo1000Characters() {
        String longest = "ä".repeat(1_000);
        assertThat(parse(REGIONS.replace("Zurich", longest)).cell(0, 1)).isEqualTo(longest);
        assertWrong(
                REGIONS.replace("Zurich", longest + "ä"),
                "2: city has 1001 characters instead of at most 1000. Shorten it, or look for a quote that does not end.");
        assertThat(parse(REGIONS.replace("zip", longest)).columns()).startsWith(longest);
        assertWrong(
                REGIONS.replace("zip", longest + "ä"),
                "1: The name of column 1 has 1001 characters instead of at most 1000. Shorten it, or look for a quote"
                        + " that does not end.");
    }

    @Test
    void shouldReadUpTo256Columns() {
        String atLimit = "zip,city,region"
                + IntStream.range(3, 256).mapToObj(i -> ",c" + i).collect(Collectors.joining());
        assertThat(parse(atLimit).columns()).hasSize(256);
        assertWrong(atLimit + ",c256", "1: 257 columns are more than 256. Take out those that no query needs.");
    }

    @Test
    void shouldRefuseTheRowBehindTheMillionth() {
        StringBuilder csv = new StringBuilder("zip,city,region\n");
        for (int row = 0; row <= 1_000_000; row++) {
            csv.append(row).append(",c,r\n");
        }
        assertWrong(csv.toString(), "1000002: The table has more than 1000000 rows. Take some out.");
    }

    @Test
    void shouldShareCellsThatOccurAgain() {
        EntityTable table = parse("zip,city,region\n1,Zurich,EUROPE\n2,Zurich,EUROPE\n");
        assertThat(table.cell(0, 1)).isSameAs(table.cell(1, 1));
    }

    @Test
    void shouldReadFilesUpToTheSizeLimitAndRefuseLargerOnes() throws IOException {
        Path file = folder.resolve("regions.csv");
        String atLimit = REGIONS + "\n".repeat(CsvTables.MAX_FILE_BYTES - REGIONS.length());
        Files.writeString(file, atLimit);
        assertThat(CsvTables.read(CARD, folder).table("regions").rows()).isEqualTo(2);
        Files.writeString(file, atLimit + "\n");
        assertFails(InvalidInputException.class, () -> CsvTables.read(CARD, folder))
                .hasMessage("Table regions file=" + file + " is larger than 33554432 bytes. Take out columns or rows.");
    }

    @Test
    void shouldRefuseFilesThatCannotBeRead() throws IOException {
        Path file = folder.resolve("regions.csv");
        assertFails(InvalidInputException.class, () -> CsvTables.read(CARD, folder))
                .hasMessage("Table regions file=" + file
                        + " does not exist. Paths of tables begin in the folder of the model. Give another path.");
        Files.createDirectory(file);
        assertFails(InvalidInputException.class, () -> CsvTables.read(CARD, folder))
                .hasMessage("Table regions file=" + file + " cannot be read: Is a directory. Give a readable file.");
        EntityType noPath = new EntityType(CARD.name(), CARD.attributes(), Map.of("regions", "a\0b"));
        assertFails(InvalidInputException.class, () -> CsvTables.read(noPath, folder))
                .hasMessage("Table regions file=a\0b is no path: Nul character not allowed. Give another path.");
    }

    @Test
    void shouldThrowNothingButInvalidInputForAnyBytes() {
        List<byte[]> good = List.of(
                REGIONS.getBytes(StandardCharsets.UTF_8),
                "\uFEFFzip,city,region\r\n\"1\",\"ä\"\"\r\n\",\"\"\r\n".getBytes(StandardCharsets.UTF_8));
        Damage.survives(9, good, bytes -> {
            try {
                parse(bytes);
            } catch (InvalidInputException invalid) {
                throw new MalformedException(invalid.getMessage());
            }
        });
    }
}
