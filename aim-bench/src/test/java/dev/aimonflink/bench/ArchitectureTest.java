package dev.aimonflink.bench;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.testing.Rooms;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.bench");

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-bench", "dev.aimonflink.bench", CLASSES);
    }
}
