package dev.aimonflink.gateway.security;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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

    /** The same, unless there is such a file by now. */
    static void writeFirst(Path file, String text) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path next = create(folder, file);
        try {
            Files.writeString(next, text);
            Files.createLink(file, next);
        } catch (FileAlreadyExistsException present) {
            // Another gateway has started at the same time.
        } finally {
            Files.deleteIfExists(next);
        }
    }

    static boolean isOpenToOthers(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getPosixFilePermissions(file).stream()
                        .anyMatch(each -> !each.name().startsWith("OWNER"));
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
