package dev.aimonflink.bench.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CodeFingerprintTest {
    @TempDir
    private Path directory;

    private Path jar(String name, String manifest, String code) throws IOException {
        Path jar = directory.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write(manifest.getBytes(StandardCharsets.UTF_8));
            out.putNextEntry(new ZipEntry("a/A.class"));
            out.write(code.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void shouldBeOfTheCodeAlone() throws IOException {
        String built = CodeFingerprint.of(List.of(jar("aim-a.jar", "yesterday", "code")));
        assertThat(CodeFingerprint.of(List.of(jar("aim-b.jar", "today", "code"))))
                .isEqualTo(built);
        assertThat(CodeFingerprint.of(List.of(jar("aim-c.jar", "today", "other"))))
                .isNotEqualTo(built);
        Path folder = Files.createDirectories(directory.resolve("classes/a"));
        Files.writeString(folder.resolve("A.class"), "code");
        assertThat(CodeFingerprint.of(List.of(directory.resolve("classes")))).isEqualTo(built);
        assertThat(CodeFingerprint.ofThisJvm())
                .isEqualTo(CodeFingerprint.ofThisJvm())
                .hasSize(8);
    }
}
