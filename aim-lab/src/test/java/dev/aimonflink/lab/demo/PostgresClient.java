package dev.aimonflink.lab.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/** A program that knows PostgreSQL alone, and asks a gateway. */
final class PostgresClient {
    private static final int SOCKET_TIMEOUT_SECONDS = 20;

    private PostgresClient() {}

    /** The one number that a statement returns; empty if it is not answered. */
    static OptionalLong number(int port, String statement) {
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/aim?socketTimeout=" + SOCKET_TIMEOUT_SECONDS;
        try (Connection connection = DriverManager.getConnection(url, "aim", "");
                Statement asked = connection.createStatement();
                ResultSet rows = asked.executeQuery(statement)) {
            return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty();
        } catch (SQLException unanswered) {
            return OptionalLong.empty();
        }
    }
}
