package dev.aimonflink.clients.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of a description: a table for people, a list of objects for programs.
 *
 * @param rows of nulls, numbers, booleans and texts
 */
public record Section(List<String> columns, List<List<Object>> rows) {
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** By the names of columns. */
    public List<Map<String, Object>> objects() {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (List<Object> row : rows) {
            Map<String, Object> object = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                object.put(columns.get(i), row.get(i));
            }
            objects.add(object);
        }
        return objects;
    }
}
