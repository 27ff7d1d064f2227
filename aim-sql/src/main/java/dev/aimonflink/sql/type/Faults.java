package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Spelling;

/** Errors in values that a client sent, in PostgreSQL's words, which some clients look for, and with advice. */
final class Faults {
    private Faults() {}

    /** @param advice a sentence */
    static SqlException syntax(PgType type, String text, String advice) {
        return new SqlException(
                isTime(type) ? SqlState.INVALID_TIME : SqlState.INVALID_TEXT,
                SqlException.NOWHERE,
                "invalid input syntax for type " + wordOf(type) + ": \"" + Spelling.shortened(text) + "\". " + advice);
    }

    static SqlException numberOutOfRange(PgType type, String text, String advice) {
        return new SqlException(
                SqlState.NUMBER_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "value \"" + Spelling.shortened(text) + "\" is out of range for type " + SqlNames.of(type) + ". "
                        + advice);
    }

    /** A day, hour or other part that does not exist. */
    static SqlException timeOutOfRange(String text) {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "date/time field value out of range: \"" + Spelling.shortened(text)
                        + "\". Write one like 2026-01-31 13:00:00.");
    }

    /** A time before the first or after the last one. */
    static SqlException noSuchTime(PgType type, String text) {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                wordOf(type) + " out of range: \"" + Spelling.shortened(text)
                        + "\". Write one from 4714-11-24 BC to the year 294276.");
    }

    static SqlException interval(String text) {
        return new SqlException(
                SqlState.INTERVAL_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "interval field value out of range: \"" + Spelling.shortened(text)
                        + "\". Write one of less than 178000000 years.");
    }

    static SqlException intervalTooLong() {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "interval out of range. Compute one of less than 178000000 years.");
    }

    static SqlException timeTooFar() {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "timestamp out of range. Compute one from 4714-11-24 BC to the year 294276.");
    }

    static SqlException dateTooFar() {
        return new SqlException(
                SqlState.TIME_OUT_OF_RANGE,
                SqlException.NOWHERE,
                "date out of range. Compute one from 4714-11-24 BC to the year 5874897.");
    }

    static SqlException array(String text, String advice) {
        return new SqlException(
                SqlState.INVALID_TEXT,
                SqlException.NOWHERE,
                "malformed array literal: \"" + Spelling.shortened(text) + "\". " + advice);
    }

    /** @param expected the layout, as the end of a sentence */
    static SqlException binary(PgType type, String expected) {
        return new SqlException(
                SqlState.INVALID_BINARY,
                SqlException.NOWHERE,
                "incorrect binary data format of a value of type " + SqlNames.of(type) + ". Send " + expected + ".");
    }

    static SqlException noInput(PgType type) {
        return new SqlException(
                SqlState.NOT_SUPPORTED,
                SqlException.NOWHERE,
                "input of a value of type " + SqlNames.of(type)
                        + " is not implemented. Send its parts as values of their own.");
    }

    private static boolean isTime(PgType type) {
        return type.category() == 'D' || type == PgType.INTERVAL;
    }

    /** PostgreSQL is short in these messages. */
    private static String wordOf(PgType type) {
        return type == PgType.TIMESTAMP ? "timestamp" : SqlNames.of(type);
    }
}
