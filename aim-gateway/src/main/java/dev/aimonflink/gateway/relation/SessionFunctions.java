package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Functions of the connection and of the server. */
final class SessionFunctions {
    /** Begins like PostgreSQL's own, because tools parse the number. */
    private static final String VERSION = "PostgreSQL %s on AIM on Flink";

    private static final long UTF8 = 6;
    private static final double LONGEST_SLEEP_SECONDS = 3600;

    private SessionFunctions() {}

    static void addTo(FunctionTable table) {
        table.strict(
                "version() text",
                (e, a) -> VERSION.formatted(setting(e, "server_version").orElse("18.0")));
        for (String name : List.of("current_database", "current_catalog")) {
            table.strict(name + "() name", (e, a) -> e.surroundings().database());
        }
        for (String name : List.of("current_user", "session_user", "user", "current_role")) {
            table.strict(name + "() name", (e, a) -> e.surroundings().user());
        }
        table.strict(
                "current_schema() name",
                (e, a) -> path(e, false).stream().findFirst().orElse(null));
        table.strict("current_schemas(bool) _name", (e, a) -> path(e, (Boolean) a[0]));
        table.strict("current_setting(text) text", (e, a) -> setting(e, (String) a[0])
                .orElseThrow(() -> missing((String) a[0])));
        table.strict("current_setting(text, bool) text", (e, a) -> setting(e, (String) a[0])
                .orElseGet(() -> {
                    if (!(Boolean) a[1]) {
                        throw missing((String) a[0]);
                    }
                    return null;
                }));
        table.strict("set_config(text, text, bool) text", (e, a) -> e.surroundings()
                .set((String) a[0], (String) a[1], Boolean.TRUE.equals(a[2])));
        table.strict("pg_backend_pid() int4", (e, a) -> (long) e.surroundings().processId());
        table.strict("pg_sleep(float8) void", (e, a) -> {
            e.surroundings()
                    .sleep(Duration.ofMillis(Math.round(1000 * Math.min((Double) a[0], LONGEST_SLEEP_SECONDS))));
            return "";
        });
        others(table);
    }

    private static void others(FunctionTable table) {
        table.strict("clock_timestamp() timestamptz", (e, a) -> Instant.now());
        table.strict("bpchar(text) bpchar", (e, a) -> a[0]);
        table.typed("row_to_json(any) json", types -> (e, a) -> JsonObjects.ofRow(types.get(0), a[0]));
        table.lenient("json_build_object(any...) json", (e, a) -> JsonObjects.of(a));
        for (String type : List.of("int4", "int8")) {
            String signature = "(" + type + ", " + type + ") " + type;
            table.strict("int4and" + signature, (e, a) -> (Long) a[0] & (Long) a[1]);
            table.strict("int4or" + signature, (e, a) -> (Long) a[0] | (Long) a[1]);
        }
        table.strict("pg_is_in_recovery() bool", (e, a) -> false);
        table.strict("pg_is_wal_replay_paused() bool", (e, a) -> false);
        table.strict("pg_postmaster_start_time() timestamptz", (e, a) -> started());
        table.strict("pg_conf_load_time() timestamptz", (e, a) -> started());
        table.strict("txid_current() int8", (e, a) -> 1L);
        table.strict("pg_advisory_unlock_all() void", (e, a) -> "");
        table.strict("pg_encoding_to_char(int4) name", (e, a) -> (Long) a[0] == UTF8 ? "UTF8" : "");
        table.strict(
                "pg_char_to_encoding(name) int4",
                (e, a) -> "utf8".equalsIgnoreCase(((String) a[0]).replace("-", "")) ? UTF8 : -1L);
        table.strict("pg_client_encoding() name", (e, a) -> "UTF8");
        table.strict("getdatabaseencoding() name", (e, a) -> "UTF8");
        for (String name : List.of("inet_server_addr", "inet_client_addr")) {
            table.strict(name + "() text", (e, a) -> null);
        }
        for (String name : List.of("inet_server_port", "inet_client_port")) {
            table.strict(name + "() int4", (e, a) -> null);
        }
        table.strict("pg_cancel_backend(int4) bool", (e, a) -> e.surroundings().end(((Long) a[0]).intValue(), false));
        table.strict(
                "pg_terminate_backend(int4) bool", (e, a) -> e.surroundings().end(((Long) a[0]).intValue(), true));
        table.strict("pg_my_temp_schema() oid", (e, a) -> 0L);
        table.strict("pg_is_other_temp_schema(oid) bool", (e, a) -> false);
    }

    private static Instant started() {
        return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    }

    private static Optional<String> setting(ConnectionContext environment, String name) {
        return environment.surroundings().setting(name);
    }

    private static SqlException missing(String name) {
        return new SqlException(
                SqlState.UNDEFINED_OBJECT,
                SqlException.NOWHERE,
                "unrecognized configuration parameter \"" + name
                        + "\". Ask pg_settings for those that there are, or write true behind it to get a null.");
    }

    static List<String> path(ConnectionContext environment, boolean withImplicit) {
        List<String> schemas = new ArrayList<>();
        if (withImplicit) {
            schemas.add("pg_catalog");
        }
        schemas.addAll(environment.path());
        return schemas;
    }
}
