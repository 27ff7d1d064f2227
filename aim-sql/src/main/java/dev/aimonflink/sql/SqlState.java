package dev.aimonflink.sql;

import java.util.Arrays;
import java.util.Optional;

/** The errors that a text, a row or a request can cause, with PostgreSQL's codes for them. */
public enum SqlState {
    /** A message that the protocol does not have, or not like this. */
    PROTOCOL_VIOLATION("08P01"),
    CONNECTION_FAILURE("08006"),
    SYNTAX_ERROR("42601"),
    INSUFFICIENT_PRIVILEGE("42501"),
    UNDEFINED_TABLE("42P01"),
    DUPLICATE_ALIAS("42712"),
    UNDEFINED_COLUMN("42703"),
    AMBIGUOUS_COLUMN("42702"),
    /** A column that is there, but not for the clause that names it. */
    INVALID_COLUMN_REFERENCE("42P10"),
    UNDEFINED_FUNCTION("42883"),
    UNDEFINED_OBJECT("42704"),
    UNDEFINED_PARAMETER("42P02"),
    AMBIGUOUS_PARAMETER("42P08"),
    MISPLACED_AGGREGATE("42803"),
    WINDOWING_ERROR("42P20"),
    WRONG_OBJECT_TYPE("42809"),
    DATATYPE_MISMATCH("42804"),
    INDETERMINATE_TYPE("42P18"),
    INVALID_RECURSION("42P19"),
    CANNOT_COERCE("42846"),
    INVALID_TEXT("22P02"),
    INVALID_BINARY("22P03"),
    INVALID_TIME("22007"),
    INVALID_ESCAPE("22025"),
    INVALID_ENCODING("22021"),
    NUMBER_OUT_OF_RANGE("22003"),
    TIME_OUT_OF_RANGE("22008"),
    INTERVAL_OUT_OF_RANGE("22015"),
    DIVISION_BY_ZERO("22012"),
    NULL_NOT_ALLOWED("22004"),
    INVALID_SUBSTRING("22011"),
    INVALID_ARRAY_ELEMENT("2202E"),
    INVALID_LOGARITHM("2201E"),
    INVALID_POWER("2201F"),
    INVALID_REGULAR_EXPRESSION("2201B"),
    INVALID_WIDTH_BUCKET("2201G"),
    INVALID_LIMIT("2201W"),
    INVALID_OFFSET("2201X"),
    INVALID_ARGUMENT("22023"),
    INVALID_FRAME("22013"),
    INVALID_NTILE("22014"),
    INVALID_NTH_VALUE("22016"),
    TOO_MANY_ROWS("21000"),
    UNDEFINED_STATEMENT("26000"),
    UNDEFINED_CURSOR("34000"),
    DUPLICATE_STATEMENT("42P05"),
    DUPLICATE_CURSOR("42P03"),
    INVALID_AUTHORIZATION("28000"),
    INVALID_PASSWORD("28P01"),
    ACTIVE_TRANSACTION("25001"),
    NO_ACTIVE_TRANSACTION("25P01"),
    FAILED_TRANSACTION("25P02"),
    IDLE_IN_TRANSACTION_TIMEOUT("25P03"),
    SERIALIZATION_FAILURE("40001"),
    OUT_OF_MEMORY("53200"),
    TOO_MANY_CONNECTIONS("53300"),
    LIMIT_EXCEEDED("54000"),
    TOO_MANY_COLUMNS("54011"),
    TOO_COMPLEX("54001"),
    CANCELLED("57014"),
    ADMIN_SHUTDOWN("57P01"),
    IDLE_TIMEOUT("57P05"),
    IO_ERROR("58030"),
    READ_ONLY("25006"),
    NOT_SUPPORTED("0A000"),
    INVALID_SAVEPOINT("3B001"),
    NOT_IN_STATE("55000"),
    CANNOT_CHANGE("55P02"),
    INTERNAL_ERROR("XX000");

    private final String code;

    SqlState(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }

    /** Empty if it is none of these. */
    public static Optional<SqlState> ofCode(String code) {
        return Arrays.stream(values()).filter(state -> state.code.equals(code)).findFirst();
    }
}
