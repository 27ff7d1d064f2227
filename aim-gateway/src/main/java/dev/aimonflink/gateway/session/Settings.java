package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.catalog.Catalogued;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.TimeZones;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The settings of a connection. Those of PostgreSQL's clients are accepted, and few have an effect: the time zone, the statement timeout,
 * {@code application_name}, the isolation, and those of our own. A failed transaction restores the values set in it.
 */
final class Settings {
    /** The PostgreSQL version whose catalogs and language this gateway sufficiently covers, by which some clients choose their statements. */
    private static final String SERVER_VERSION = "16.4 (AIM on Flink)";

    private static final String SERVER_VERSION_NUMBER = "160004";
    static final String FRESHNESS = "aim.freshness";
    static final String SEARCH_PATH = "search_path";
    static final String MAX_AGE = "aim.max_age";
    static final String OUR_ISOLATION = "aim.isolation";
    static final String APPLICATION_NAME = "application_name";
    static final String STATEMENT_TIMEOUT = "statement_timeout";
    static final String IDLE_IN_TRANSACTION = "idle_in_transaction_session_timeout";
    static final String TIME_ZONE = "TimeZone";
    static final String USER = "session_authorization";
    private static final List<String> OURS = List.of(FRESHNESS, OUR_ISOLATION, MAX_AGE);
    static final String ISOLATION = "transaction_isolation";
    static final String DEFAULT_ISOLATION = "default_transaction_isolation";
    private static final String READ_COMMITTED = "read committed";
    private static final String REPEATABLE_READ = "repeatable read";

    /** As many settings of other programs, such as {@code myapp.user}. */
    static final int MAX_CUSTOM = 100;

    static final int MAX_CHARACTERS = 8_192;

    private static final Map<String, Setting> KNOWN = new TreeMap<>();

    /**
     * @param isReported whether each new value is sent to the client
     * @param check returns the value as kept; throws if it is invalid
     */
    private record Setting(
            String name, String value, String description, boolean isReported, UnaryOperator<String> check) {}

    /** The set values, by lower-case name. */
    record Values(Map<String, String> ofSession, Map<String, String> ofTransaction) {}

    static {
        reported("application_name", "", "The name of the program that asks", value -> value);
        reported("client_encoding", "UTF8", "The encoding of texts", Settings::utf8);
        reported("DateStyle", "ISO, MDY", "How times are written", Settings::iso);
        reported("IntervalStyle", "postgres", "How intervals are written", only("postgres"));
        reported(
                "TimeZone",
                "UTC",
                "The zone in which times are written, and where current_date begins",
                Settings::zone);
        reported("standard_conforming_strings", "on", "Whether a backslash is a character like others", only("on"));
        reported(SEARCH_PATH, "\"$user\", public", "Where tables are looked for", value -> value);
        fixed("integer_datetimes", "on", "Whether times are whole numbers");
        fixed("server_encoding", "UTF8", "The encoding of texts in the matrix");
        fixed("server_version", SERVER_VERSION, "The version of PostgreSQL whose language this is");
        fixed("server_version_num", SERVER_VERSION_NUMBER, "The same as a number");
        fixed(USER, "", "Who asks");
        fixed("is_superuser", "off", "Whether the user may do everything");
        fixed("in_hot_standby", "off", "Whether this is a copy of another server");
        fixed("transaction_read_only", "on", "Whether the transaction writes nothing");
        fixed("default_transaction_read_only", "on", "Whether transactions write nothing");
        fixed("max_identifier_length", "63", "The longest name");
        fixed("max_index_keys", "32", "How many columns an index can have");
        fixed("default_table_access_method", "heap", "What tables are stored in, as far as pg_am knows");
        fixed("block_size", "8192", "The size of a block");
        fixed("lc_collate", "C", "The order of texts");
        fixed("lc_ctype", "C", "What letters are");
        plain(ISOLATION, READ_COMMITTED, "Whether each statement sees what has come before it", Settings::isolation);
        plain(DEFAULT_ISOLATION, READ_COMMITTED, "The same for the next transactions", Settings::isolation);
        time(STATEMENT_TIMEOUT, "How long a statement may take");
        time("lock_timeout", "Nothing waits for a lock");
        time(IDLE_IN_TRANSACTION, "How long a client may ask nothing in a transaction");
        time("idle_session_timeout", "Not used: the gateway has one for all");
        plain("extra_float_digits", "1", "Doubles are always written exactly", value -> value);
        plain("client_min_messages", "notice", "Which messages are sent", value -> value);
        plain("bytea_output", "hex", "How bytes are written", only("hex"));
        plain("lc_messages", "C", "The language of messages", value -> value);
        plain("lc_monetary", "C", "How money is written", value -> value);
        plain("lc_numeric", "C", "How numbers are written", value -> value);
        plain("lc_time", "C", "How names of days are written", value -> value);
        plain("jit", "off", "Not used", value -> value);
        plain("geqo", "on", "Not used", value -> value);
        plain("row_security", "on", "Not used", value -> value);
        plain("synchronous_commit", "on", "Not used", value -> value);
        plain("work_mem", "4MB", "Not used", value -> value);
        plain("max_parallel_workers_per_gather", "0", "Not used", value -> value);
        plain("xmloption", "content", "Not used", value -> value);
        plain("default_tablespace", "", "Not used", value -> value);
        plain("session_replication_role", "origin", "Not used", value -> value);
        plain("default_transaction_deferrable", "off", "Not used", value -> value);
        plain("transaction_deferrable", "off", "Not used", value -> value);
        plain("enable_seqscan", "on", "Not used", value -> value);
        plain(FRESHNESS, "off", "Whether an answer has every event committed before it was asked", Settings::onOrOff);
        plain(
                OUR_ISOLATION,
                Gateway.Isolation.STRICT.word(),
                "Whether REPEATABLE READ refuses what would see another moment, or accepts it with a warning",
                Settings::ourIsolation);
        plain(MAX_AGE, "0", "How old an answer to an equal question may be that is given again", TimeSetting::age);
    }

    private final Map<String, String> ofSession = new HashMap<>();
    private final Map<String, String> defaults = new HashMap<>();
    /** The settings of SET LOCAL; null while there are none. */
    private Map<String, String> ofTransaction = new HashMap<>();
    /** What the transaction goes back to. */
    private Map<String, String> before = Map.of();

    /** The isolation of the transaction that ended last. */
    private String ended = READ_COMMITTED;

    private final BiConsumer<String, String> report;
    private final BooleanSupplier hasSeenMatrix;

    /**
     * @param report receives each new value that the client must know
     * @param hasSeenMatrix whether the transaction has, and so keeps its isolation
     */
    Settings(BiConsumer<String, String> report, BooleanSupplier hasSeenMatrix) {
        this.report = report;
        this.hasSeenMatrix = hasSeenMatrix;
    }

    private static void add(Setting setting) {
        KNOWN.put(setting.name.toLowerCase(Locale.ROOT), setting);
    }

    private static void reported(String name, String value, String description, UnaryOperator<String> check) {
        add(new Setting(name, value, description, true, check));
    }

    private static void plain(String name, String value, String description, UnaryOperator<String> check) {
        add(new Setting(name, value, description, false, check));
    }

    private static void time(String name, String description) {
        plain(name, "0", description, given -> TimeSetting.millis(given)
                .map(TimeSetting::text)
                .orElseThrow(() -> invalid(name, given)));
    }

    private static void fixed(String name, String value, String description) {
        add(new Setting(name, value, description, true, given -> {
            if (!given.equalsIgnoreCase(value)) {
                throw Failure.of(SqlState.CANNOT_CHANGE, "parameter \"" + name + "\" cannot be changed");
            }
            return value;
        }));
    }

    private static UnaryOperator<String> only(String value) {
        return given -> {
            if (!given.equalsIgnoreCase(value)) {
                throw Failure.of(
                        SqlState.NOT_SUPPORTED,
                        "the value \"" + given + "\" is not supported here. Write " + value + ".");
            }
            return value;
        };
    }

    private static String utf8(String given) {
        // As PostgreSQL compares names of encodings: some drivers quote them.
        String plain = given.replaceAll("[^A-Za-z0-9]", "").toUpperCase(Locale.ROOT);
        if (!plain.equals("UTF8") && !plain.equals("UNICODE")) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "texts are in UTF8 here, not in \"" + given + "\". Set UTF8.");
        }
        return "UTF8";
    }

    private static String iso(String given) {
        String style = given.toUpperCase(Locale.ROOT);
        if (!style.contains("ISO") && !style.matches("\\s*(MDY|DMY|YMD)\\s*")) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "times are written as in ISO 8601. Set DateStyle to ISO.");
        }
        return style.contains("DMY") ? "ISO, DMY" : style.contains("YMD") ? "ISO, YMD" : "ISO, MDY";
    }

    private static String zone(String given) {
        return TimeZones.shown(given.equalsIgnoreCase("default") ? "UTC" : given)
                .orElseThrow(() -> Failure.of(
                        SqlState.INVALID_ARGUMENT,
                        "invalid value for parameter \"TimeZone\": \"" + given
                                + "\". Write one like Europe/Zurich, or hours to the east, as -7."));
    }

    private static String isolation(String given) {
        String level = given.toLowerCase(Locale.ROOT);
        if (level.equals("serializable")) {
            throw Failure.of(
                    SqlState.NOT_SUPPORTED,
                    "isolation level serializable is not supported. Use REPEATABLE READ, for one moment of the matrix, or"
                            + " READ COMMITTED.");
        }
        if (!List.of(READ_COMMITTED, REPEATABLE_READ, "read uncommitted").contains(level)) {
            throw invalid(ISOLATION, given);
        }
        return level;
    }

    private static String ourIsolation(String given) {
        return Gateway.Isolation.find(given)
                .map(Gateway.Isolation::word)
                .orElseThrow(() -> Failure.of(
                        SqlState.INVALID_ARGUMENT,
                        invalid(OUR_ISOLATION, given).getMessage() + ". Write strict or accept."));
    }

    private static String onOrOff(String given) {
        return switch (given.toLowerCase(Locale.ROOT)) {
            case "on", "true", "yes", "1" -> "on";
            case "off", "false", "no", "0" -> "off";
            default ->
                throw Failure.of(SqlState.INVALID_ARGUMENT, "parameter \"" + FRESHNESS + "\" requires a Boolean value");
        };
    }

    private static Failure invalid(String name, String given) {
        return Failure.of(SqlState.INVALID_ARGUMENT, "invalid value for parameter \"" + name + "\": \"" + given + "\"");
    }

    Optional<String> find(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        String set = ofTransaction.getOrDefault(key, ofSession.get(key));
        return set != null ? Optional.of(set) : defaultOf(key);
    }

    private Optional<String> defaultOf(String key) {
        String own = defaults.get(key);
        return own != null
                ? Optional.of(own)
                : Optional.ofNullable(KNOWN.get(key)).map(Setting::value);
    }

    private String value(String name) {
        return find(name).orElseThrow();
    }

    String shown(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    String requireName(String name) {
        if (find(name).isEmpty()) {
            throw unknown(name);
        }
        Setting known = KNOWN.get(name.toLowerCase(Locale.ROOT));
        return known == null ? name : known.name;
    }

    /** Whether it cannot be another program's setting. */
    private static boolean isOurs(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith("aim.");
    }

    private static Failure unknown(String name) {
        return Failure.of(
                SqlState.UNDEFINED_OBJECT,
                "unrecognized configuration parameter \"" + name + "\". "
                        + (isOurs(name) ? Spelling.hint(name, OURS) : "SHOW ALL lists those that there are."));
    }

    ZoneId zone() {
        return TimeZones.zone(value(TIME_ZONE)).orElseThrow();
    }

    boolean isFresh() {
        return value(FRESHNESS).equals("on");
    }

    /** Whether all that the transaction sees of the matrix should be of one moment. */
    boolean isRepeatableRead() {
        return value(ISOLATION).equals(REPEATABLE_READ);
    }

    boolean isStrict() {
        return value(OUR_ISOLATION).equals(Gateway.Isolation.STRICT.word());
    }

    int maxAgeMs() {
        return TimeSetting.millis(value(MAX_AGE)).orElseThrow().intValue();
    }

    /** Zero for as long as the gateway allows. */
    Duration statementTimeout() {
        return Duration.ofMillis(TimeSetting.millis(value(STATEMENT_TIMEOUT)).orElse(0L));
    }

    /** The value without SET: from the startup message. */
    void setDefault(String name, String value) {
        defaults.put(name.toLowerCase(Locale.ROOT), checked(name, value));
    }

    void setUser(String name) {
        defaults.put(USER, name);
    }

    void set(String name, String value, boolean isLocal) {
        String key = name.toLowerCase(Locale.ROOT);
        String kept = checked(name, value);
        boolean isIsolation = key.equals(ISOLATION);
        if (isIsolation && hasSeenMatrix.getAsBoolean() && !kept.equals(value(key))) {
            throw Failure.of(
                    SqlState.ACTIVE_TRANSACTION, "SET TRANSACTION ISOLATION LEVEL must be called before any query");
        }
        if (isLocal || isIsolation) {
            ofTransaction.put(key, kept);
        } else {
            ofTransaction.remove(key);
            ofSession.put(key, kept);
        }
        report(key);
    }

    private String checked(String name, String value) {
        Setting known = KNOWN.get(name.toLowerCase(Locale.ROOT));
        if (known == null && (!name.contains(".") || isOurs(name))) {
            throw unknown(name);
        }
        if (value.length() > MAX_CHARACTERS
                || (known == null && ofSession.size() + ofTransaction.size() >= MAX_CUSTOM + KNOWN.size())) {
            throw Failure.of(
                    SqlState.LIMIT_EXCEEDED,
                    "a connection has at most " + MAX_CUSTOM + " settings of its own, of " + MAX_CHARACTERS
                            + " characters each");
        }
        return known == null ? value : known.check.apply(value);
    }

    void reset(String name, boolean isLocal) {
        String key = requireName(name).toLowerCase(Locale.ROOT);
        if (key.equals(ISOLATION)) {
            throw Failure.of(SqlState.NOT_SUPPORTED, "parameter \"" + ISOLATION + "\" cannot be reset");
        }
        if (isLocal) {
            ofTransaction.put(key, defaultOf(key).orElse(""));
        } else {
            ofSession.remove(key);
            ofTransaction.remove(key);
        }
        report(key);
    }

    void resetAll() {
        List<String> changed = new ArrayList<>(ofSession.keySet());
        changed.addAll(ofTransaction.keySet());
        ofSession.clear();
        ofTransaction.keySet().retainAll(List.of(ISOLATION));
        changed.forEach(this::report);
    }

    private void report(String key) {
        Setting known = KNOWN.get(key);
        if (known != null && known.isReported) {
            report.accept(known.name, value(key));
        }
    }

    /** Reports the settings that a client gets at its start. */
    void reportAll() {
        KNOWN.forEach((key, setting) -> report(key));
    }

    Values values() {
        return new Values(Map.copyOf(ofSession), Map.copyOf(ofTransaction));
    }

    /** Restores earlier values, and nothing else. */
    void restore(Values values) {
        List<String> changed = new ArrayList<>(ofSession.keySet());
        changed.addAll(ofTransaction.keySet());
        changed.addAll(values.ofSession.keySet());
        changed.addAll(values.ofTransaction.keySet());
        ofSession.clear();
        ofSession.putAll(values.ofSession);
        ofTransaction.clear();
        ofTransaction.putAll(values.ofTransaction);
        changed.forEach(this::report);
    }

    void begin() {
        before = Map.copyOf(ofSession);
        // As a default, READ UNCOMMITTED stands for READ COMMITTED.
        ofTransaction.put(
                ISOLATION, value(DEFAULT_ISOLATION).equals(REPEATABLE_READ) ? REPEATABLE_READ : READ_COMMITTED);
    }

    /** The transaction that has begun has the isolation of the one before. */
    void chain() {
        ofTransaction.put(ISOLATION, ended);
    }

    void end(boolean isCommitted) {
        ended = ofTransaction.getOrDefault(ISOLATION, ended);
        List<String> changed = new ArrayList<>(ofTransaction.keySet());
        ofTransaction = new HashMap<>();
        if (!isCommitted && !before.equals(ofSession)) {
            changed.addAll(ofSession.keySet());
            changed.addAll(before.keySet());
            ofSession.clear();
            ofSession.putAll(before);
        }
        changed.forEach(this::report);
    }

    /** All settings, with their initial values. */
    static List<Catalogued.Setting> described() {
        return KNOWN.values().stream()
                .map(each -> new Catalogued.Setting(each.name, each.value, null, "AIM on Flink", each.description))
                .toList();
    }

    ResultRows all() {
        List<Object[]> rows = new ArrayList<>();
        KNOWN.forEach((key, setting) -> rows.add(new Object[] {setting.name, value(key), setting.description}));
        return new ResultRows(
                "SHOW",
                List.of(
                        new PgColumn("name", PgType.TEXT),
                        new PgColumn("setting", PgType.TEXT),
                        new PgColumn("description", PgType.TEXT)),
                rows);
    }
}
