package dev.aimonflink.bench.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.aimonflink.bench.experiment.SecondsLog.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecondsLogTest {
    private static final Row BEFORE = new Row(2, 10_000, "kill", "vector", 1, -1, 0, Double.NaN, Double.NaN, 0.5);
    private static final Row SECOND = new Row(2, 10_000, "kill", "vector", 1, 0, 17, 4.125, 20.5, 1.75);

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
        assertThat(file).content().startsWith("""
                {"parallelism":2,"rate":10000,"after":"kill","variant":"vector","turn":1,"second":-1,"queries":0,\
                "p50Ms":"NaN","p99Ms":"NaN","cpuSeconds":0.5}
                """);
        assertThat(SecondsLog.read(file)).containsExactly(BEFORE, SECOND);
    }

    @Test
    void shouldWriteNoFileWithoutSeconds() {
        log.write(file);
        assertThat(file).doesNotExist();
    }

    @Test
    void shouldRefuseAnotherFile() throws Exception {
        Files.writeString(file, "{\"second\":1,\"queries\":2,\"answers\":3}\n");
        assertThatThrownBy(() -> SecondsLog.read(file)).isInstanceOf(JsonProcessingException.class);
    }
}
