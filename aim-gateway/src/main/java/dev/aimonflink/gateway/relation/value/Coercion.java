package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Optional;

import static dev.aimonflink.sql.type.PgType.BOOL;
import static dev.aimonflink.sql.type.PgType.BPCHAR;
import static dev.aimonflink.sql.type.PgType.DATE;
import static dev.aimonflink.sql.type.PgType.FLOAT4;
import static dev.aimonflink.sql.type.PgType.FLOAT8;
import static dev.aimonflink.sql.type.PgType.INT2;
import static dev.aimonflink.sql.type.PgType.INT4;
import static dev.aimonflink.sql.type.PgType.INT8;
import static dev.aimonflink.sql.type.PgType.INTERVAL;
import static dev.aimonflink.sql.type.PgType.NUMERIC;
import static dev.aimonflink.sql.type.PgType.OID;
import static dev.aimonflink.sql.type.PgType.REGCLASS;
import static dev.aimonflink.sql.type.PgType.TEXT;
import static dev.aimonflink.sql.type.PgType.TIMESTAMP;
import static dev.aimonflink.sql.type.PgType.TIMESTAMPTZ;
import static dev.aimonflink.sql.type.PgType.UNKNOWN;
import static dev.aimonflink.sql.type.PgType.VARCHAR;

/** Which types become which others where no cast is written. */
public final class Coercion {
    /** Each becomes those after it. */
    private static final List<PgType> NUMBERS = List.of(INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8);

    private static final List<PgType> TIMES = List.of(DATE, TIMESTAMP, TIMESTAMPTZ);
    private static final List<PgType> STRINGS = List.of(TEXT, VARCHAR, BPCHAR);

    private Coercion() {}

    public static boolean isImplicit(PgType from, PgType to) {
        if (from == to || from == UNKNOWN) {
            return true;
        }
        if (from.isArray() || to.isArray()) {
            return from.isVector() && !to.isVector() && from.element() == to.element();
        }
        return isAfter(NUMBERS, from, to)
                || isAfter(TIMES, from, to)
                || (to.isOid() && (from.isOid() ? to == OID || from == OID : from.isWhole()))
                || (from.isOid() && to == INT8)
                || (STRINGS.contains(to) && (STRINGS.contains(from) || (to == TEXT && from.isText())))
                || (to == PgType.NAME && STRINGS.contains(from))
                || (to == REGCLASS && (from == TEXT || from == VARCHAR));
    }

    private static boolean isAfter(List<PgType> order, PgType from, PgType to) {
        return order.contains(from) && order.indexOf(from) < order.indexOf(to);
    }

    /** What becomes of other types of the category where either would do. */
    public static boolean isPreferred(PgType type) {
        return type == TEXT || type == FLOAT8 || type == OID || type == BOOL || type == TIMESTAMPTZ || type == INTERVAL;
    }

    /** The type of a column of rows with values of these types, as UNION, CASE and VALUES have it. Empty if there is none. */
    public static Optional<PgType> common(List<PgType> types) {
        PgType common = UNKNOWN;
        for (PgType type : types) {
            if (type == UNKNOWN || type == common) {
                continue;
            }
            if (common == UNKNOWN) {
                common = type;
            } else if (type.category() != common.category()) {
                return Optional.empty();
            } else if (!isPreferred(common) && isImplicit(common, type) && !isImplicit(type, common)) {
                common = type;
            }
        }
        PgType found = common == UNKNOWN ? TEXT : common;
        return types.stream().allMatch(type -> isImplicit(type, found)) ? Optional.of(found) : Optional.empty();
    }

    /** The type in which values of two types are compared; empty if they cannot be. */
    public static Optional<PgType> compared(PgType left, PgType right) {
        if (left == UNKNOWN || right == UNKNOWN) {
            PgType other = left == UNKNOWN ? right : left;
            return Optional.of(other == UNKNOWN ? TEXT : other);
        }
        if (left == right) {
            return Comparing.isComparable(left) ? Optional.of(left) : Optional.empty();
        }
        if (left.isText() && right.isText()) {
            return left == PgType.JSON || right == PgType.JSON ? Optional.empty() : Optional.of(TEXT);
        }
        if (left.isOid() && right.isOid()) {
            return Optional.of(OID);
        }
        if (left.isWhole() && right.isWhole()) {
            return Optional.of(INT8);
        }
        if (left.isArray() && right.isArray()) {
            return compared(left.element(), right.element()).flatMap(PgType::array);
        }
        if (isImplicit(left, right)) {
            return Optional.of(left == REGCLASS ? left : right);
        }
        return isImplicit(right, left) ? Optional.of(left) : Optional.empty();
    }
}
