package dev.aimonflink.bench.sqlcheck;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;

/** A PostgreSQL of our own: a process with an empty database, on loopback, that ends when it is closed. */
final class PostgresServer implements AutoCloseable {
    private final EmbeddedPostgres server;

    private PostgresServer(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Its texts are in UTF-8 and have the order of their codes, as ours. */
    static PostgresServer start() {
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

    Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
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
