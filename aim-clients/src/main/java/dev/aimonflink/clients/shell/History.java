package dev.aimonflink.clients.shell;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The file that keeps a shell's lines for the next one. */
public final class History {
    private History() {}

    /**
     * Makes the file if there is none, readable only by its owner, because questions are private.
     *
     * @return whether lines can be kept in it: only in a regular file, unlike {@code /dev/null}
     */
    public static boolean create(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Set<PosixFilePermission> ownerAlone = PosixFilePermissions.fromString("rw-------");
                Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerAlone));
            } else {
                Files.createFile(file);
            }
        } catch (FileAlreadyExistsException already) {
            // It keeps the rights that its owner has given.
        }
        if (Files.isRegularFile(file) && !Files.isWritable(file)) {
            throw new IOException(file + " is not writable");
        }
        return Files.isRegularFile(file);
    }
}
