package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.Attribute;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the tables of a model from UTF-8 CSV files as in RFC 4180: cells between commas, in double quotes if they contain a comma, a quote
 * (doubled) or a line break. The first line names the columns, and the first column is the key. Lines may end as on any system, empty lines
 * are skipped, and blanks beside a comma belong to the cell.
 *
 * <p>All cells are texts, even numbers. A key fits an attribute if it is written as the attribute's value: {@code true}, {@code 7}, {@code
 * 12.50} with all digits of the type behind the point, {@code 2026-11-20T08:00:00Z}.
 */
public final class CsvTables {
    /** The largest file; the tables are part of the job, so a larger one is the wrong file. */
    public static final int MAX_FILE_BYTES = 32 * 1024 * 1024;

    private CsvTables() {}

    /**
     * @param folder of the model's file, to which the tables' paths are relative
     * @throws InvalidInputException with the table, file and line, what is wrong and how to fix it
     * @throws ModelException likewise, if the model names a file or column that does not exist
     */
    public static EntityTables read(EntityType type, Path folder) {
        List<EntityTable> tables = new ArrayList<>();
        type.tables().forEach((name, given) -> {
            String table = "Table " + name + " file=";
            Path file;
            try {
                file = folder.resolve(given);
            } catch (InvalidPathException e) {
                throw new ModelException(
                        table + Spelling.shortened(given) + " is no path: " + e.getReason() + ". Give another path.",
                        0,
                        e,
                        "tables",
                        name);
            }
            tables.add(parse(type, name, bytes(name, file, table + file), file.toString()));
        });
        return new EntityTables(tables);
    }

    /** As above, for files in the jar. */
    public static EntityTables read(EntityType type, Function<String, byte[]> files) {
        List<EntityTable> tables = new ArrayList<>();
        type.tables().forEach((name, file) -> tables.add(parse(type, name, files.apply(file), file)));
        return new EntityTables(tables);
    }

    private static byte[] bytes(String table, Path file, String where) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new ModelException(
                    where + " does not exist. Paths of tables begin in the folder of the model. Give another path.",
                    0,
                    e,
                    "tables",
                    table);
        } catch (IOException e) {
            throw new ModelException(
                    where + " cannot be read: " + e.getMessage() + ". Give a readable file.", 0, e, "tables", table);
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw new InvalidInputException(
                    where + " is larger than " + MAX_FILE_BYTES + " bytes. Take out columns or rows.");
        }
        return bytes;
    }

    /** Reads one table of a model, with the columns that attributes list. */
    public static EntityTable parse(EntityType type, String table, byte[] csv, String file) {
        EntityTable read = new CsvTable(table, file).read(csv);
        for (Attribute attribute : type.attributes()) {
            if (table.equals(attribute.table())) {
                requireListed(attribute, read, file);
            }
        }
        return read;
    }

    private static void requireListed(Attribute attribute, EntityTable table, String file) {
        for (String column : attribute.columns()) {
            if (!table.columns().contains(column)) {
                throw new ModelException(
                        "Table " + table.name() + " file=" + file + " has no column '" + Spelling.shortened(column)
                                + "', which attribute '" + attribute.name() + "' lists. "
                                + Spelling.hint(column, table.columns()),
                        "attributes",
                        attribute.name(),
                        "columns",
                        column);
            }
        }
    }
}
