package dev.aimonflink.query.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** A PostgreSQL of our own: a process with an empty database, on loopback, that ends when it is closed. */
public final class PostgresServer implements AutoCloseable {
    /** The connection is lost, or the server ends. */
    private static final Pattern LOST = Pattern.compile("08...|57P..");

    private final EmbeddedPostgres server;

    private PostgresServer(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Its texts are in UTF-8 and have the order of their codes, as ours. */
    public static PostgresServer start() {
        try {
            return new PostgresServer(EmbeddedPostgres.builder()
                    .setLocaleConfig("locale-provider", "builtin")
                    .setLocaleConfig("builtin-locale", "C.UTF-8")
                    .setServerConfig("timezone", "UTC")
                    // What is in it may be lost.
                    .setServerConfig("fsync", "off")
                    // Compiling a query takes longer than running it over some thousand rows.
                    .setServerConfig("jit", "off")
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start. Its binaries are those for Linux on x86-64.", e);
        }
    }

    /** On loopback, where everybody is trusted. */
    public int port() {
        return server.getPort();
    }

    public Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    /** Whether the server does not answer any more, which says nothing about what it was asked. */
    public static boolean isLost(SQLException failure) {
        return failure.getSQLState() != null
                && LOST.matcher(failure.getSQLState()).matches();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not stop.", e);
        }
    }
}
