package dev.aimonflink.gateway.catalog;

import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static java.util.Map.entry;

/** The rows that describe relations: {@code pg_class}, {@code pg_attribute}, keys and comments. */
final class ClassRows {
    private static final Map<PgType, Character> ALIGNMENTS = Map.ofEntries(
            entry(PgType.BOOL, 'c'), entry(PgType.CHAR, 'c'), entry(PgType.NAME, 'c'), entry(PgType.INT2, 's'));

    private static final long DEFAULT_COLLATION = 100;
    private static final long C_COLLATION = 950;

    private final Numbers numbers;

    ClassRows(Numbers numbers) {
        this.numbers = numbers;
    }

    List<Object[]> classes(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        numbers.relations.forEach(relation -> rows.add(relation(maker, relation)));
        numbers.keys.forEach(key -> rows.add(index(maker, key)));
        return rows;
    }

    private static Object[] relation(RowMaker maker, Numbers.Numbered numbered) {
        Described relation = numbered.relation();
        boolean isTable = relation.isTable();
        return maker.row(
                "oid",
                numbered.oid(),
                "relname",
                relation.name(),
                "relnamespace",
                numbered.schema(),
                "relowner",
                Numbers.OWNER,
                "relam",
                isTable ? Numbers.HEAP : 0L,
                "relfilenode",
                isTable ? numbered.oid() : 0L,
                "reltuples",
                isTable ? -1f : 0f,
                "relhasindex",
                !relation.key().isEmpty(),
                "relhasrules",
                !isTable,
                "relpersistence",
                "p",
                "relkind",
                String.valueOf(relation.kind()),
                "relnatts",
                relation.columns().size(),
                "relispopulated",
                true,
                "relreplident",
                isTable && !relation.isSystem() ? "d" : "n",
                "relfrozenxid",
                "0",
                "relminmxid",
                "0");
    }

    private static Object[] index(RowMaker maker, Numbers.Key key) {
        return maker.row(
                "oid",
                key.index(),
                "relname",
                key.name(),
                "relnamespace",
                key.table().schema(),
                "relowner",
                Numbers.OWNER,
                "relam",
                Numbers.BTREE,
                "relfilenode",
                key.index(),
                "relpages",
                1L,
                "relpersistence",
                "p",
                "relkind",
                "i",
                "relnatts",
                key.table().relation().key().size(),
                "relispopulated",
                true,
                "relreplident",
                "n",
                "relfrozenxid",
                "0",
                "relminmxid",
                "0");
    }

    List<Object[]> attributes(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Numbered each : numbers.relations) {
            for (Catalogued.Column column : each.relation().columns()) {
                boolean isRequired = !each.relation().isNullable(column);
                rows.add(attribute(maker, each.oid(), each.relation().number(column.name()), column, isRequired));
            }
        }
        for (Numbers.Key key : numbers.keys) {
            Described table = key.table().relation();
            for (String name : table.key()) {
                Catalogued.Column column = table.columns().get((int) table.number(name) - 1);
                rows.add(attribute(maker, key.index(), table.key().indexOf(name) + 1L, column, false));
            }
        }
        return rows;
    }

    private static Object[] attribute(
            RowMaker maker, long relation, long number, Catalogued.Column column, boolean isRequired) {
        PgType type = column.column().type();
        boolean isByValue = type.size() > 0 && type.size() <= Long.BYTES;
        return maker.row(
                "attrelid",
                relation,
                "attname",
                column.name(),
                "atttypid",
                type.oid(),
                "attlen",
                type.size(),
                "attnum",
                number,
                "atttypmod",
                column.column().modifier(),
                "attndims",
                type.isArray() && !type.isVector() ? 1 : 0,
                "attbyval",
                isByValue,
                "attalign",
                String.valueOf(alignment(type)),
                "attstorage",
                type.size() > 0 ? "p" : type == PgType.NUMERIC ? "m" : "x",
                "attnotnull",
                isRequired,
                "attislocal",
                true,
                "attcollation",
                collation(type));
    }

    private static char alignment(PgType type) {
        return ALIGNMENTS.getOrDefault(type, type.size() >= Long.BYTES ? 'd' : 'i');
    }

    /** That of texts, and of arrays of them. */
    static long collation(PgType type) {
        PgType element = type.isArray() ? type.element() : type;
        return element == PgType.NAME ? C_COLLATION : element.category() == 'S' ? DEFAULT_COLLATION : 0;
    }

    List<Object[]> indexes(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Key key : numbers.keys) {
            Described table = key.table().relation();
            List<Object> zeros = table.key().stream().map(column -> (Object) 0L).toList();
            rows.add(maker.row(
                    "indexrelid",
                    key.index(),
                    "indrelid",
                    key.table().oid(),
                    "indnatts",
                    table.key().size(),
                    "indnkeyatts",
                    table.key().size(),
                    "indisunique",
                    true,
                    "indisprimary",
                    true,
                    "indimmediate",
                    true,
                    "indisvalid",
                    true,
                    "indisready",
                    true,
                    "indislive",
                    true,
                    "indkey",
                    table.keyNumbers(),
                    "indcollation",
                    zeros,
                    "indclass",
                    zeros,
                    "indoption",
                    zeros));
        }
        return rows;
    }

    List<Object[]> constraints(RowMaker maker) {
        List<Object[]> rows = new ArrayList<>();
        for (Numbers.Key key : numbers.keys) {
            rows.add(maker.row(
                    "oid",
                    key.constraint(),
                    "conname",
                    key.name(),
                    "connamespace",
                    key.table().schema(),
                    "contype",
                    "p",
                    "conenforced",
                    true,
                    "convalidated",
                    true,
                    "conrelid",
                    key.table().oid(),
                    "conindid",
                    key.index(),
                    "confupdtype",
                    " ",
                    "confdeltype",
                    " ",
                    "confmatchtype",
                    " ",
                    "conislocal",
                    true,
                    "connoinherit",
                    true,
                    "conkey",
                    key.table().relation().keyNumbers()));
        }
        return rows;
    }
}
