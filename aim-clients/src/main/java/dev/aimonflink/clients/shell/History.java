package dev.aimonflink.clients.shell;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The file that keeps the lines of a shell for the next one. */
public final class History {
    private History() {}

    /**
     * Makes the file if there is none. What somebody asks concerns nobody else, so only its owner can read it.
     *
     * @return whether lines can be kept in it: not in what is no regular file, such as {@code /dev/null}
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
