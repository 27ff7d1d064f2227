package dev.aimonflink.gateway.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Files that only their owner can read. */
final class SecretFile {
    private static final String OWNER_ALONE = "rw-------";

    private SecretFile() {}

    /** Replaces the file atomically: concurrent readers get the one or the other. */
    static void write(Path file, String text) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path next = create(folder, file);
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static Path create(Path folder, Path file) throws IOException {
        String prefix = file.getFileName() + ".";
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.createTempFile(
                        folder,
                        prefix,
                        ".next",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ALONE)))
                : Files.createTempFile(folder, prefix, ".next");
    }
}
