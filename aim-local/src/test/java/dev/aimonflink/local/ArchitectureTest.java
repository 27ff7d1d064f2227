package dev.aimonflink.local;

import dev.aimonflink.testing.SourceSizes;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    @Test
    void shouldHaveFilesAndMethodsOfOneStoryEach() throws IOException {
        SourceSizes.check();
    }
}
