package dev.aimonflink.bench.experiment;

import dev.aimonflink.bench.experiment.SecondsLog.Row;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecondsLogTest {
    private static final String HEADER =
            "parallelism,rate,after,variant,turn,second,queries,p50_ms,p99_ms,cpu_s,garbage_mb";
    private static final Row BEFORE = new Row(2, 10_000, "kill", "vector", 1, -1, 0, Double.NaN, Double.NaN, 0.5, 0);
    private static final Row SECOND = new Row(2, 10_000, "kill", "vector", 1, 0, 17, 4.125, 20.5, 1.75, 512);

    private final SecondsLog log = new SecondsLog();
    private Path file;

    @BeforeEach
    void setFile(@TempDir Path directory) {
        file = directory.resolve("some" + SecondsLog.EXTENSION);
    }

    @Test
    void shouldReadWhatItWrote() throws Exception {
        log.add(BEFORE);
        log.add(SECOND);
        log.write(file);
        assertThat(file)
                .hasContent(HEADER + "\n2,10000,kill,vector,1,-1,0,,,0.500,0.000\n"
                        + "2,10000,kill,vector,1,0,17,4.125,20.500,1.750,512.000\n");
        assertThat(SecondsLog.read(file)).containsExactly(BEFORE, SECOND);
    }

    @Test
    void shouldWriteNoFileWithoutSeconds() {
        log.write(file);
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1,2                        | its line 1,2 has 2 cells and not 11
            2,1,kill,x,one,0,0,,,0,0   | its line 2,1,kill,x,one,0,0,,,0,0 has a cell that is no number
            """)
    void shouldRefuseALineThatItDidNotWrite(String line, String message) throws Exception {
        Files.writeString(file, HEADER + "\n" + line + "\n");
        assertThatThrownBy(() -> SecondsLog.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @Test
    void shouldRefuseAnotherFile() throws Exception {
        Files.writeString(file, "second,queries\n1,2\n");
        assertThatThrownBy(() -> SecondsLog.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("it does not begin with " + HEADER);
    }
}
