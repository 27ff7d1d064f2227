package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.type.PgRecord;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;

/** Values of the engine as {@link PgType} represents them: rows know the types of their fields, and bytes are not texts. */
record WireValues(PgText texts) {
    Object of(Object value, SqlType type) {
        if (value == null) {
            return null;
        } else if (type.is(Kind.RECORD)) {
            return row((List<?>) value, type);
        } else if (type.is(Kind.ARRAY) && (type.element().is(Kind.RECORD) || isBytes(type.element()))) {
            return elements((List<?>) value, type.element());
        } else {
            return isBytes(type) ? texts.read(PgType.BYTEA, (String) value) : value;
        }
    }

    private static boolean isBytes(SqlType type) {
        return type.pg() == PgType.BYTEA;
    }

    private PgRecord row(List<?> fields, SqlType type) {
        List<PgType> types = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (SqlType field : type.parts()) {
            types.add(NamedTypes.column("", field).type());
            values.add(of(fields.get(values.size()), field));
        }
        return new PgRecord(types, values);
    }

    /** There is no type for arrays of rows here: they are arrays of texts. */
    private List<Object> elements(List<?> array, SqlType element) {
        List<Object> elements = new ArrayList<>();
        for (Object each : array) {
            Object value = of(each, element);
            elements.add(value instanceof PgRecord ? texts.write(PgType.RECORD, value) : value);
        }
        return elements;
    }
}
