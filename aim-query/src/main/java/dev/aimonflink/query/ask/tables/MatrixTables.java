package dev.aimonflink.query.ask.tables;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.names.TableColumn;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tables of a model. The matrix has the plural name of its entity, such as {@code subscribers}, and also {@code AnalyticsMatrix}. Its
 * columns are
 *
 * <ul>
 *   <li>the key, as {@code card_id},
 *   <li>each attribute, as {@code cell_value_type},
 *   <li>each aggregate,
 *   <li>the columns that the model lists of an attribute's table, as {@code cell_value_type_value}. Such a column also has its own name,
 *       {@code value}, where that is unique. If an attribute's name has capitals, as {@code cellValueType}, it also names the first of its
 *       columns.
 * </ul>
 *
 * {@code *} shows the key, the attributes with their tables' columns, and the aggregates that the model names and the job always
 * keeps: what questions keep besides changes no table. Sums of squares are never shown, because no model can name them.
 *
 * <p>The tables of attributes have the columns of their files: the key has the type of the attributes, and all others are texts. The
 * {@linkplain CatalogTables tables of the catalog} list all tables and columns.
 */
public final class MatrixTables implements Tables {
    /** The name of the matrix in the papers. */
    private static final String MATRIX = "analyticsmatrix";

    private final MatrixSchema schema;
    private final EntityTables entityTables;
    private final String matrixName;
    private final Set<String> kept;
    private final List<MatrixColumn> matrixColumns = new ArrayList<>();
    private final Table matrix;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<String, EntityTable> files = new LinkedHashMap<>();

    /**
     * For a job that keeps all columns.
     *
     * @param aliases further names of tables, each with the name in the model
     */
    public MatrixTables(MatrixSchema schema, EntityTables tables, Map<String, String> aliases) {
        this(
                schema,
                tables,
                aliases,
                schema.columns().stream().map(StoredColumn::name).toList());
    }

    /**
     * @param aliases further names of tables, each with the name in the model
     * @param kept the aggregates that the job always keeps as columns
     */
    public MatrixTables(
            MatrixSchema schema, EntityTables tables, Map<String, String> aliases, Collection<String> kept) {
        this.schema = schema;
        this.kept = kept.stream().map(name -> schema.column(name).name()).collect(Collectors.toUnmodifiableSet());
        entityTables = tables;
        matrixName = matrixNameOf(schema.model());
        matrix = new MatrixBuilder().table();
        tables.names().forEach(name -> add(name, tables.table(name)));
        aliases.forEach((alias, name) -> add(alias, tables.table(name)));
    }

    public static String matrixNameOf(Model model) {
        return Names.plural(Names.snakeCase(model.entity().name()));
    }

    private void add(String name, EntityTable file) {
        String folded = Names.folded(name);
        if (!isMatrix(folded)) {
            files.put(folded, file);
            tables.put(folded, table(folded, file));
        }
    }

    private Table table(String name, EntityTable file) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < file.columns().size(); i++) {
            SqlType type = i == 0 ? keyType(file) : SqlType.TEXT;
            columns.add(Column.of(Names.folded(file.columns().get(i)), type, i));
        }
        return new Table(name, List.copyOf(columns), Map.of());
    }

    /** The type of the attributes that use the keys, if these are whole numbers and so are all keys of the file. */
    private SqlType keyType(EntityTable file) {
        List<FieldType> types = schema.model().entity().attributes().stream()
                .filter(attribute -> file.name().equals(attribute.table()))
                .map(Attribute::type)
                .distinct()
                .toList();
        boolean isWhole = types.size() == 1
                && (types.get(0).is(FieldType.Kind.INT) || types.get(0).is(FieldType.Kind.LONG))
                && file.column(0).stream().allMatch(MatrixTables::isWhole);
        return isWhole ? types.get(0).sqlType() : SqlType.TEXT;
    }

    private static boolean isWhole(String key) {
        try {
            return Long.toString(Long.parseLong(key)).equals(key);
        } catch (NumberFormatException other) {
            return false;
        }
    }

    @Override
    public Optional<Table> find(String name) {
        return isMatrix(name)
                // A column may be qualified with the name that the text uses.
                ? Optional.of(
                        new Table(name, matrix.columns(), matrix.aliases(), matrix.unlisted(), matrix.explained()))
                : Optional.ofNullable(tables.get(name)).or(() -> CatalogTables.find(name));
    }

    @Override
    public Collection<String> names() {
        List<String> names = new ArrayList<>(ownNames());
        names.addAll(CatalogTables.names());
        return names;
    }

    /** All names except those of the catalog's tables. */
    public List<String> ownNames() {
        List<String> names = new ArrayList<>(List.of(matrixName, MATRIX));
        names.addAll(tables.keySet());
        return names;
    }

    /** Whether a table is known elsewhere by another name. */
    public boolean isOtherName(String name) {
        return isMatrix(name)
                ? !name.equals(matrixName)
                : !Names.folded(files.get(name).name()).equals(name);
    }

    private boolean isMatrix(String name) {
        return name.equals(matrixName) || name.equals(MATRIX);
    }

    public boolean isMatrix(Table table) {
        return isMatrix(table.name());
    }

    public MatrixSchema schema() {
        return schema;
    }

    public EntityTables entityTables() {
        return entityTables;
    }

    public Attribute attribute(int index) {
        return schema.model().entity().attributes().get(index);
    }

    public String entity() {
        return schema.model().entity().name();
    }

    public List<MatrixColumn> matrixColumns() {
        return matrixColumns;
    }

    public String nameOf(int column) {
        return matrix.columns().get(column).name();
    }

    public String nameOf(MatrixColumn column) {
        int index = matrixColumns.indexOf(column);
        return index < 0 && column instanceof MatrixColumn.OfTable ofTable
                ? ofTable.column().qualifiedName()
                : nameOf(index);
    }

    public boolean isKept(MatrixColumn column) {
        return column.aggregates(schema).stream().allMatch(each -> kept.contains(each.name()));
    }

    /** Whether a column is stored only for others that are computed from it, and the model does not name it. */
    private boolean isHelper(MatrixColumn column) {
        return column instanceof MatrixColumn.Stored stored
                && !schema.model().needing(stored.column().column()).isEmpty();
    }

    /** Keys, counts and sums have a value in every row. */
    public static boolean canBeNull(MatrixColumn column) {
        return column instanceof MatrixColumn.Stored stored
                ? stored.column().isExtreme()
                : !(column instanceof MatrixColumn.Key);
    }

    /** Whether a column is a sum of squares, which no model can name. */
    public static boolean isInternal(MatrixColumn column) {
        return column instanceof MatrixColumn.Stored stored && stored.column().function() == EventFunction.SQUARES;
    }

    /** The file of a table; null for the matrix and the tables of the catalog. */
    public EntityTable file(Table table) {
        return files.get(table.name());
    }

    public static SqlType typeOf(MatrixSchema schema, StoredColumn stored) {
        FieldType field = schema.fieldType(stored.column());
        return switch (stored.function()) {
            case COUNT -> SqlType.BIGINT;
            case MIN, MAX -> field.sqlType();
            default ->
                switch (field.kind()) {
                    case DOUBLE -> SqlType.DOUBLE;
                    case DECIMAL -> SqlType.numeric(FieldType.MAX_PRECISION, schema.scale(stored));
                    default -> SqlType.BIGINT;
                };
        };
    }

    /** A scan context as of a partition with many rows that keeps all columns: enough to know how a scan would run. */
    public ScanContext contextOfAll() {
        return new ScanContext(
                new ColumnSet(
                        schema,
                        schema.columns().stream().map(StoredColumn::name).toList()),
                new AttributeColumns(schema.model().entity(), entityTables),
                new ScalarKernels(),
                Integer.MAX_VALUE,
                id -> {
                    throw new IllegalStateException("There are no rows.");
                },
                null,
                0);
    }

    private final class MatrixBuilder {
        private final List<Column> columns = new ArrayList<>();
        private final Map<String, Integer> indexes = new LinkedHashMap<>();
        private final Map<String, String> aliases = new LinkedHashMap<>();

        Table table() {
            Model model = schema.model();
            EntityKey key = model.event().key();
            add(Names.snakeCase(key.name()), key.isText() ? SqlType.TEXT : SqlType.BIGINT, new MatrixColumn.Key());
            alias(key.name(), Names.snakeCase(key.name()));
            List<Attribute> attributes = model.entity().attributes();
            for (int i = 0; i < attributes.size(); i++) {
                Attribute attribute = attributes.get(i);
                add(
                        Names.snakeCase(attribute.name()),
                        attribute.type().sqlType(),
                        new MatrixColumn.OfAttribute(i, attribute));
            }
            schema.columns().forEach(this::addStored);
            schema.derived().forEach(this::addComputed);
            // Attributes come last because their columns can have other names; aggregates have theirs from the model.
            for (int i = 0; i < attributes.size(); i++) {
                addListed(i, attributes.get(i));
            }
            model.names().aliases().forEach(this::alias);
            return new Table(
                    matrixName, List.copyOf(columns), Map.copyOf(aliases), unlisted(), EventNames.explained(model));
        }

        private Set<Integer> unlisted() {
            return IntStream.range(0, columns.size())
                    .filter(i -> isHelper(matrixColumns.get(i)) || !isKept(matrixColumns.get(i)))
                    .boxed()
                    .collect(Collectors.toUnmodifiableSet());
        }

        private void add(String name, SqlType type, MatrixColumn content) {
            add(Column.of(name, type, columns.size()), content);
        }

        private void add(Column column, MatrixColumn content) {
            if (indexes.putIfAbsent(column.name(), column.index()) == null) {
                columns.add(column);
                matrixColumns.add(content);
            }
        }

        private void alias(String alias, String column) {
            String folded = Names.folded(alias);
            if (!indexes.containsKey(folded) && indexes.containsKey(Names.folded(column))) {
                aliases.putIfAbsent(folded, Names.folded(column));
            }
        }

        private void addListed(int index, Attribute attribute) {
            if (attribute.table() == null) {
                return;
            }
            EntityTable file = entityTables.table(attribute.table());
            String prefix = Names.snakeCase(attribute.name()) + "_";
            for (String listed : attribute.columns()) {
                TableColumn column =
                        new TableColumn(index, attribute, file, file.columns().indexOf(listed));
                add(prefix + Names.folded(listed), SqlType.TEXT, new MatrixColumn.OfTable(column));
                alias(listed, prefix + listed);
            }
            if (!attribute.columns().isEmpty()) {
                alias(attribute.name(), prefix + attribute.columns().get(0));
            }
        }

        private void addStored(StoredColumn stored) {
            boolean isCount = stored.function() == EventFunction.COUNT;
            long min = isCount ? 0 : stored.isInt() ? Integer.MIN_VALUE : Long.MIN_VALUE;
            long max = stored.isInt() ? Integer.MAX_VALUE : Long.MAX_VALUE;
            add(
                    new Column(Names.folded(stored.name()), typeOf(schema, stored), columns.size(), min, max),
                    new MatrixColumn.Stored(stored));
        }

        private void addComputed(ModelColumn computed) {
            boolean isDouble = schema.fieldType(computed).is(FieldType.Kind.DOUBLE);
            add(
                    Names.folded(computed.name()),
                    isDouble ? SqlType.DOUBLE : SqlType.NUMERIC,
                    new MatrixColumn.Computed(computed));
        }
    }
}
