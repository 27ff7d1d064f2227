package dev.aimonflink.local;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.testing.Rooms;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.local");

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-local", "dev.aimonflink.local", CLASSES);
    }
}
