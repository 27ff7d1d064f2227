package dev.aimonflink.core.calls.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Dimensions.CellValueType;
import dev.aimonflink.core.calls.Dimensions.RegionInfo;
import dev.aimonflink.core.calls.Dimensions.SubscriberCategory;
import dev.aimonflink.core.calls.Dimensions.SubscriptionType;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.format.Json;
import dev.aimonflink.core.format.JsonValues;
import dev.aimonflink.core.format.MalformedException;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The dimension tables as a JSON file: one object of four arrays, whose rows are named like the components of {@link
 * Dimensions}' records; {@code null} free minutes or data are unlimited. The default tables are such a file too.
 * Unknown fields are errors, because a person writes the file and wants its typing errors reported.
 */
public final class DimensionTables {
    /** The largest file: some hundred thousand zips. A larger one is the wrong file. */
    public static final int MAX_FILE_BYTES = 32 * 1024 * 1024;

    /** The longest name of a city, country and the like: each group of an answer carries one. */
    public static final int MAX_NAME_LENGTH = 1_000;

    private static final String DEFAULTS = "default-dimensions.json";

    private static final List<String> TABLES = List.of("regions", "subscriptionTypes", "categories", "cellValueTypes");
    private static final List<String> REGION = List.of("zip", "city", "state", "country", "region");
    private static final List<String> SUBSCRIPTION_TYPE = List.of("id", "type", "cost", "freeMinutes", "dataGigabytes");
    private static final List<String> CATEGORY = List.of("id", "category");
    private static final List<String> CELL_VALUE_TYPE = List.of("id", "value", "threshold");

    private DimensionTables() {}

    /** The tables of the original benchmark. */
    public static Dimensions defaults() {
        return Defaults.INSTANCE;
    }

    private static final class Defaults {
        static final Dimensions INSTANCE = load();

        private static Dimensions load() {
            try (InputStream in = DimensionTables.class.getResourceAsStream(DEFAULTS)) {
                return parse(in.readAllBytes(), DEFAULTS);
            } catch (IOException e) {
                throw new UncheckedIOException("The jar is damaged: " + DEFAULTS + " cannot be read.", e);
            }
        }
    }

    /** @throws InvalidInputException with the file, the line, what is wrong and how to fix it */
    public static Dimensions read(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw new InvalidInputException("Dimension tables file=" + file + " does not exist. Give another path.", e);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "Dimension tables file=" + file + " cannot be read: " + e.getMessage() + ". Give a readable file.",
                    e);
        }
        if (bytes.length > MAX_FILE_BYTES) {
            throw new InvalidInputException("Dimension tables file=" + file + " is larger than " + MAX_FILE_BYTES
                    + " bytes. Give a file with the tables only.");
        }
        return parse(bytes, file.toString());
    }

    private static Dimensions parse(byte[] bytes, String file) {
        try (JsonParser parser = Json.FACTORY.createParser(bytes)) {
            try {
                parser.nextToken();
                Dimensions tables = tables(parser);
                Json.requireEnd(parser);
                return tables;
            } catch (MalformedException e) {
                throw invalid(file, parser.currentLocation().getLineNr(), e.getMessage(), e);
            } catch (JsonProcessingException e) {
                throw invalid(file, parser.currentLocation().getLineNr(), Json.reason(e), e);
            } catch (InvalidInputException e) {
                throw new InvalidInputException("Dimension tables file=" + file + ": " + e.getMessage(), e);
            }
        } catch (IOException e) {
            throw new InvalidInputException(
                    "Dimension tables file=" + file + " is no text: " + e.getMessage() + ". Save it as UTF-8.", e);
        }
    }

    private static InvalidInputException invalid(String file, int line, String what, Exception cause) {
        return new InvalidInputException(
                "Dimension tables file=" + file + ", line " + line + ": " + what
                        + ". Fix the line. The file is one JSON object of the arrays " + String.join(", ", TABLES)
                        + ".",
                cause);
    }

    private static Dimensions tables(JsonParser parser) throws IOException {
        List<RegionInfo> regions = new ArrayList<>();
        List<SubscriptionType> subscriptionTypes = new ArrayList<>();
        List<SubscriberCategory> categories = new ArrayList<>();
        List<CellValueType> cellValueTypes = new ArrayList<>();
        Json.readExactly(parser, TABLES, (table, at) -> {
            switch (table) {
                case 0 -> regions.addAll(JsonValues.readList(at, DimensionTables::region));
                case 1 -> subscriptionTypes.addAll(JsonValues.readList(at, DimensionTables::subscriptionType));
                case 2 -> categories.addAll(JsonValues.readList(at, DimensionTables::category));
                default -> cellValueTypes.addAll(JsonValues.readList(at, DimensionTables::cellValueType));
            }
        });
        return new Dimensions(regions, subscriptionTypes, categories, cellValueTypes);
    }

    private static RegionInfo region(JsonParser parser) throws IOException {
        String[] row = new String[REGION.size()];
        Json.readExactly(parser, REGION, (column, at) -> row[column] = name(at));
        if (row[0].isEmpty() || row[0].length() > Profile.MAX_ZIP_LENGTH) {
            throw new MalformedException(
                    "zip has " + row[0].length() + " characters instead of 1 to " + Profile.MAX_ZIP_LENGTH);
        }
        return new RegionInfo(row[0], row[1], row[2], row[3], row[4]);
    }

    private static String name(JsonParser parser) throws IOException {
        String name = JsonValues.readText(parser);
        if (name.length() > MAX_NAME_LENGTH) {
            throw new MalformedException(parser.currentName() + " has " + name.length()
                    + " characters instead of at most " + MAX_NAME_LENGTH);
        }
        return name;
    }

    private static SubscriptionType subscriptionType(JsonParser parser) throws IOException {
        Object[] row = new Object[SUBSCRIPTION_TYPE.size()];
        Json.readExactly(
                parser,
                SUBSCRIPTION_TYPE,
                (column, at) -> row[column] = switch (column) {
                    case 0, 2 -> JsonValues.readInt(at);
                    case 1 -> name(at);
                    default -> JsonValues.orNull(at, JsonValues::readInt);
                });
        return new SubscriptionType((int) row[0], (String) row[1], (int) row[2], (Integer) row[3], (Integer) row[4]);
    }

    private static SubscriberCategory category(JsonParser parser) throws IOException {
        Object[] row = new Object[CATEGORY.size()];
        Json.readExactly(
                parser,
                CATEGORY,
                (column, at) -> row[column] = column == 0 ? (Object) JsonValues.readInt(at) : name(at));
        return new SubscriberCategory((int) row[0], (String) row[1]);
    }

    private static CellValueType cellValueType(JsonParser parser) throws IOException {
        Object[] row = new Object[CELL_VALUE_TYPE.size()];
        Json.readExactly(
                parser,
                CELL_VALUE_TYPE,
                (column, at) -> row[column] = column == 1 ? (Object) name(at) : JsonValues.readInt(at));
        return new CellValueType((int) row[0], (String) row[1], (int) row[2]);
    }
}
