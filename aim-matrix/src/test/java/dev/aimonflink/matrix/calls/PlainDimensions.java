package dev.aimonflink.matrix.calls;

import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import java.util.Arrays;
import java.util.List;

/** The benchmark's dimension tables, written independently of those that the job ships. */
public final class PlainDimensions {
    private PlainDimensions() {}

    public static EntityTables benchmark() {
        return with(regions(
                "CH-1000,Lausanne,Vaud,Switzerland,EUROPE",
                "CH-8000,Zurich,Zurich,Switzerland,EUROPE",
                "DE-80801,Munich,Bayern,Germany,EUROPE",
                "ARG-B6500,Buenos Aires,Buenos Aires,Argentina,SOUTH AMERICA",
                "CHI-100000,Beijing,Beijing,China,ASIA",
                "CHI-101500,Beijing,Beijing,China,ASIA"));
    }

    /** The benchmark's tables with other regions. */
    public static EntityTables with(EntityTable regions) {
        return new EntityTables(List.of(
                regions,
                table(
                        "SubscriptionType",
                        "id,type,cost,free_minutes,data_gigabytes",
                        "0,prepaid,0,0,0",
                        "1,contract,10,120,10",
                        "2,contract,20,720,50",
                        "3,contract,50,,"),
                table("SubscriberCategory", "id,category", "0,business", "1,private", "2,company"),
                table(
                        "CellValueType",
                        "id,value,threshold",
                        "0,none,0",
                        "1,silver,30",
                        "2,gold,80",
                        "3,platinum,150")));
    }

    /** @param rows zip, city, state, country and region, with commas between them */
    public static EntityTable regions(String... rows) {
        return table("RegionInfo", "zip,city,state,country,region", rows);
    }

    private static EntityTable table(String name, String columns, String... rows) {
        return new EntityTable(
                name,
                List.of(columns.split(",")),
                Arrays.stream(rows).map(row -> row.split(",", -1)).toList());
    }
}
