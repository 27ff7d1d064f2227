package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.PgColumn;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the catalogs say, as a few relations from a file with one a line: its name, and its columns in the order of their values here. The
 * catalogs' views are made of them; other statements cannot name them. Rows are computed when a view reads them.
 */
final class Facts {
    static final String SCHEMA = "facts";
    private static final String FILE = "facts.txt";
    private static final Map<String, List<PgColumn>> COLUMNS = columns();

    private final Map<String, Relation> relations = new LinkedHashMap<>();

    Facts(Catalogued described, OidsInOrder numbers, Comments comments) {
        add("schemas", columns -> rows(numbers.schemas));
        add("users", columns -> rows(numbers.users));
        add("relations", columns -> relations(numbers));
        add("columns", columns -> columns(numbers));
        add("keys", columns -> rows(numbers.keys, Facts::key));
        add("types", Types::rows);
        add("routines", columns -> routines(numbers));
        add("parameters", columns -> parameters(numbers));
        add("comments", columns -> comments.rows());
        add("settings", columns -> rows(described.settings().get(), Facts::setting));
        add("activity", columns -> rows(described.activity().get(), each -> values(columns, each)));
        add("time_zones", columns -> timeZones(Instant.now()));
    }

    private static Map<String, List<PgColumn>> columns() {
        Map<String, List<PgColumn>> columns = new LinkedHashMap<>();
        for (String line : CatalogColumns.lines(FILE)) {
            String[] parts = line.split(" ", 2);
            columns.put(parts[0], CatalogColumns.columns(parts[1]));
        }
        return columns;
    }

    Optional<Relation> find(String name) {
        return Optional.ofNullable(relations.get(name));
    }

    Collection<String> names() {
        return relations.keySet();
    }

    private void add(String name, Function<List<PgColumn>, List<Object[]>> rows) {
        List<PgColumn> columns = COLUMNS.get(name);
        relations.put(name, new Relation(SCHEMA, name, columns, () -> rows.apply(columns)));
    }

    private static Object[] row(Object... values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Integer number) {
                values[i] = (long) number;
            } else if (values[i] instanceof Character letter) {
                values[i] = letter.toString();
            }
        }
        return values;
    }

    private static <T> List<Object[]> rows(Collection<T> all, Function<T, Object[]> row) {
        return all.stream().map(row).toList();
    }

    private static List<Object[]> rows(Map<String, Long> numbers) {
        return rows(numbers.entrySet(), each -> row(each.getValue(), each.getKey()));
    }

    /** Tables and views, then the indexes of keys. */
    private static List<Object[]> relations(OidsInOrder numbers) {
        List<Object[]> rows = new ArrayList<>();
        for (OidsInOrder.Numbered each : numbers.relations) {
            Described relation = each.relation();
            rows.add(row(
                    each.oid(),
                    each.schema(),
                    relation.schema(),
                    relation.name(),
                    relation.kind(),
                    relation.columns().size(),
                    !relation.key().isEmpty(),
                    relation.isSystem()));
        }
        for (OidsInOrder.Key key : numbers.keys) {
            Described table = key.table().relation();
            int columns = table.key().size();
            rows.add(row(key.index(), key.table().schema(), table.schema(), key.name(), 'i', columns, false, false));
        }
        return rows;
    }

    private static List<Object[]> columns(OidsInOrder numbers) {
        List<Object[]> rows = new ArrayList<>();
        for (OidsInOrder.Numbered each : numbers.relations) {
            Described relation = each.relation();
            int number = 1;
            for (Catalogued.Column column : relation.columns()) {
                boolean isNullable = relation.isNullable(column);
                rows.add(column(each.oid(), relation, relation.name(), relation.kind(), number++, column, isNullable));
            }
        }
        for (OidsInOrder.Key key : numbers.keys) {
            Described table = key.table().relation();
            int number = 1;
            for (String name : table.key()) {
                Catalogued.Column column = table.columns().get((int) table.number(name) - 1);
                rows.add(column(key.index(), table, key.name(), 'i', number++, column, true));
            }
        }
        return rows;
    }

    private static Object[] column(
            long oid,
            Described of,
            String relation,
            char kind,
            int number,
            Catalogued.Column column,
            boolean isNullable) {
        PgColumn own = column.column();
        Integer modifier = own.modifier() == PgColumn.NO_MODIFIER ? null : (Integer) own.modifier();
        return row(
                oid, of.schema(), relation, kind, number, own.name(), own.type().oid(), modifier, isNullable);
    }

    private static Object[] key(OidsInOrder.Key key) {
        OidsInOrder.Numbered table = key.table();
        return row(
                key.index(),
                key.constraint(),
                table.oid(),
                key.name(),
                table.relation().keyNumbers());
    }

    /** The functions that read and write types, and those that return rows. */
    private static List<Object[]> routines(OidsInOrder numbers) {
        List<Object[]> rows = new ArrayList<>();
        Types.FUNCTIONS.forEach(
                (name, oid) -> rows.add(row(oid, OidsInOrder.PG_CATALOG, "pg_catalog", name, true, List.of(), 0)));
        numbers.routines.forEach((oid, routine) -> rows.add(row(
                oid,
                numbers.schema(routine.schema()),
                routine.schema(),
                routine.name(),
                false,
                routine.function().arguments().stream()
                        .map(argument -> (long) argument.type().oid())
                        .toList(),
                (int) routine.defaults().stream().filter(Objects::nonNull).count())));
        return rows;
    }

    /** Arguments have the mode i, returned columns t. */
    private static List<Object[]> parameters(OidsInOrder numbers) {
        List<Object[]> rows = new ArrayList<>();
        numbers.routines.forEach((oid, routine) -> {
            int number = 1;
            for (PgColumn argument : routine.function().arguments()) {
                rows.add(
                        row(oid, number++, 'i', argument.name(), argument.type().oid()));
            }
            for (PgColumn column : routine.function().columns()) {
                rows.add(row(oid, number++, 't', column.name(), column.type().oid()));
            }
        });
        return rows;
    }

    private static Object[] setting(Catalogued.Setting setting) {
        return row(setting.name(), setting.value(), setting.unit(), setting.category(), setting.description());
    }

    private static Object[] values(List<PgColumn> columns, Map<String, Object> byName) {
        return columns.stream().map(column -> byName.get(column.name())).toArray();
    }

    private static List<Object[]> timeZones(Instant now) {
        List<Object[]> rows = new ArrayList<>();
        for (String name : ZoneId.getAvailableZoneIds().stream().sorted().toList()) {
            ZoneId zone = ZoneId.of(name);
            ZoneRules rules = zone.getRules();
            Interval offset = Interval.ofMicros(rules.getOffset(now).getTotalSeconds() * 1_000_000L);
            rows.add(
                    row(name, zone.getDisplayName(TextStyle.SHORT, Locale.ROOT), offset, rules.isDaylightSavings(now)));
        }
        return rows;
    }
}
