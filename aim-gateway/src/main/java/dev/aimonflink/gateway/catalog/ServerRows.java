package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.Interval;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rows that describe the server: its databases, users, settings and the like. */
final class ServerRows {
    private static final long DEFAULT_TABLESPACE = 1663;
    private static final long UTF8 = 6;
    private static final long NO_LIMIT = -1;
    private static final String HIDDEN = "********";

    private final Catalogued described;
    private final Numbers numbers;

    ServerRows(Catalogued described, Numbers numbers) {
        this.described = described;
        this.numbers = numbers;
    }

    List<Object[]> databases(RowMaker maker) {
        return List.<Object[]>of(maker.row(
                "oid",
                Numbers.DATABASE,
                "datname",
                described.database(),
                "datdba",
                Numbers.OWNER,
                "encoding",
                UTF8,
                "datlocprovider",
                "b",
                "datallowconn",
                true,
                "datconnlimit",
                NO_LIMIT,
                "datfrozenxid",
                "0",
                "datminmxid",
                "0",
                "dattablespace",
                DEFAULT_TABLESPACE,
                "datcollate",
                "C.UTF-8",
                "datctype",
                "C.UTF-8",
                "datlocale",
                "C.UTF-8",
                // Its name until PostgreSQL 17, by which psql asks a server of an older version.
                "daticulocale",
                "C.UTF-8"));
    }

    List<Object[]> schemas(RowMaker maker) {
        return numbers.schemas.entrySet().stream()
                .map(schema ->
                        maker.row("oid", schema.getValue(), "nspname", schema.getKey(), "nspowner", Numbers.OWNER))
                .toList();
    }

    List<Object[]> roles(RowMaker maker) {
        return numbers.users.entrySet().stream()
                .map(user -> maker.row(
                        "oid", user.getValue(),
                        "rolname", user.getKey(),
                        "rolsuper", false,
                        "rolinherit", true,
                        "rolcreaterole", false,
                        "rolcreatedb", false,
                        "rolcanlogin", true,
                        "rolreplication", false,
                        "rolbypassrls", false,
                        "rolconnlimit", NO_LIMIT,
                        "rolpassword", HIDDEN))
                .toList();
    }

    List<Object[]> users(RowMaker maker) {
        return numbers.users.entrySet().stream()
                .map(user -> maker.row(
                        "usename", user.getKey(),
                        "usesysid", user.getValue(),
                        "usecreatedb", false,
                        "usesuper", false,
                        "userepl", false,
                        "usebypassrls", false,
                        "passwd", HIDDEN))
                .toList();
    }

    List<Object[]> settings(RowMaker maker) {
        return described.settings().get().stream()
                .map(setting -> maker.row(
                        "name", setting.name(),
                        "setting", setting.value(),
                        "unit", setting.unit(),
                        "category", setting.category(),
                        "short_desc", setting.description(),
                        "context", "user",
                        "vartype", "string",
                        "source", "default",
                        "boot_val", setting.value(),
                        "reset_val", setting.value(),
                        "pending_restart", false))
                .toList();
    }

    List<Object[]> activity(RowMaker maker) {
        return described.activity().get().stream().map(maker::row).toList();
    }

    static List<Object[]> accessMethods(RowMaker maker) {
        return List.of(
                maker.row("oid", Numbers.HEAP, "amname", "heap", "amtype", "t"),
                maker.row("oid", Numbers.BTREE, "amname", "btree", "amtype", "i"));
    }

    static List<Object[]> tablespaces(RowMaker maker) {
        return List.of(
                maker.row("oid", DEFAULT_TABLESPACE, "spcname", "pg_default", "spcowner", Numbers.OWNER),
                maker.row("oid", DEFAULT_TABLESPACE + 1, "spcname", "pg_global", "spcowner", Numbers.OWNER));
    }

    static List<Object[]> collations(RowMaker maker) {
        return List.of(
                collation(maker, 100, "default", "d", null),
                collation(maker, 950, "C", "c", "C"),
                collation(maker, 951, "POSIX", "c", "POSIX"));
    }

    private static Object[] collation(RowMaker maker, long oid, String name, String provider, String locale) {
        return maker.row(
                "oid", oid,
                "collname", name,
                "collnamespace", Numbers.PG_CATALOG,
                "collowner", Numbers.OWNER,
                "collprovider", provider,
                "collisdeterministic", true,
                "collencoding", NO_LIMIT,
                "collcollate", locale,
                "collctype", locale);
    }

    static List<Object[]> languages(RowMaker maker) {
        return List.of(
                maker.row("oid", 12L, "lanname", "internal", "lanowner", Numbers.OWNER),
                maker.row("oid", 13L, "lanname", "c", "lanowner", Numbers.OWNER),
                maker.row("oid", 14L, "lanname", "sql", "lanowner", Numbers.OWNER, "lanpltrusted", true));
    }

    static List<Object[]> timeZones(RowMaker maker) {
        Instant now = Instant.now();
        return ZoneId.getAvailableZoneIds().stream()
                .sorted()
                .map(name -> timeZone(maker, name, ZoneId.of(name), now))
                .toList();
    }

    private static Object[] timeZone(RowMaker maker, String name, ZoneId zone, Instant now) {
        var rules = zone.getRules();
        return maker.row(Map.of(
                "name", name,
                "abbrev", zone.getDisplayName(TextStyle.SHORT, Locale.ROOT),
                "utc_offset", Interval.ofMicros(rules.getOffset(now).getTotalSeconds() * 1_000_000L),
                "is_dst", rules.isDaylightSavings(now)));
    }
}
