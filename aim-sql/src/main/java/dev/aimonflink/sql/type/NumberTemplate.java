package dev.aimonflink.sql.type;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A template of {@code to_char} for numbers, such as {@code FM999,990.00}. */
public final class NumberTemplate {
    /** Where the sign of {@code S} stands. */
    enum Sign {
        NONE,
        FIRST,
        LAST
    }

    private static final List<String> FIELDS = List.of(
            "EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "TH", ",", ".", "0", "9", "B", "C", "D", "G", "L", "S", "V");
    private static final int MAX_ROMAN = 3_999;
    private static final int DIGITS_OF_DOUBLE = 15;
    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] LETTERS = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    private static final ThreadLocal<Map<String, NumberTemplate>> KNOWN = Template.known();

    /** A field in upper case, or a character of text. */
    record Piece(String field, String written) {}

    final List<Piece> pieces = new ArrayList<>();
    private final String template;
    private int at;
    int digitsBefore;
    private int digitsBehind;
    private int shift;
    int firstZero = -1;
    int lastZero;
    int digitsBeforeSign;
    Sign sign = Sign.NONE;
    boolean hasPoint;
    private boolean isShifted;
    boolean isFilled;
    boolean isBracketed;
    private boolean isExponent;
    private boolean isRoman;
    boolean hasMinus;
    boolean hasPlus;

    private NumberTemplate(String template) {
        this.template = template;
        while (at < template.length()) {
            next();
        }
        digitsBefore += shift;
    }

    /** @param number a decimal or double */
    public static String write(Number number, String template) {
        Template.requireShort(template);
        return template.isEmpty()
                ? ""
                : KNOWN.get().computeIfAbsent(template, NumberTemplate::new).write(number);
    }

    private void next() {
        for (String field : FIELDS) {
            if (template.regionMatches(true, at, field, 0, field.length())
                    && isOneCase(template.substring(at, at + field.length()))) {
                pieces.add(new Piece(field, template.substring(at, at + field.length())));
                at += field.length();
                prepare(field);
                return;
            }
        }
        if (template.charAt(at) == '"') {
            at++;
            while (at < template.length() && template.charAt(at) != '"') {
                text();
            }
            at++;
        } else {
            text();
        }
    }

    private static boolean isOneCase(String written) {
        return written.equals(written.toUpperCase(Locale.ROOT)) || written.equals(written.toLowerCase(Locale.ROOT));
    }

    private void text() {
        String character = Character.toString(template.codePointAt(at));
        at += character.length();
        pieces.add(new Piece(null, character));
    }

    private void prepare(String field) {
        require(!isExponent || field.equals("TH") || field.equals("FM"), "\"EEEE\" must be the last pattern used");
        switch (field) {
            case "9" -> {
                require(!isBracketed, "\"9\" must be ahead of \"PR\"");
                digit();
            }
            case "0" -> {
                require(!isBracketed, "\"0\" must be ahead of \"PR\"");
                if (firstZero < 0 && !hasPoint) {
                    firstZero = digitsBefore;
                }
                digit();
                lastZero = digitsBefore + digitsBehind;
            }
            case ".", "D" -> {
                require(!hasPoint, "multiple decimal points");
                require(!isShifted, "cannot use \"V\" and decimal point together");
                hasPoint = true;
            }
            case "FM" -> isFilled = true;
            case "S" -> {
                require(sign == Sign.NONE, "cannot use \"S\" twice");
                require(
                        !hasMinus && !hasPlus && !isBracketed,
                        "cannot use \"S\" and \"PL\"/\"MI\"/\"SG\"/\"PR\" together");
                sign = hasPoint ? Sign.LAST : Sign.FIRST;
                digitsBeforeSign = digitsBefore;
            }
            case "MI", "PL", "SG" -> {
                require(sign == Sign.NONE, "cannot use \"S\" and \"" + field + "\" together");
                hasMinus |= !field.equals("PL");
                hasPlus |= !field.equals("MI");
            }
            case "PR" -> {
                require(
                        sign == Sign.NONE && !hasMinus && !hasPlus,
                        "cannot use \"PR\" and \"S\"/\"PL\"/\"MI\"/\"SG\" together");
                isBracketed = true;
            }
            case "EEEE" -> {
                require(
                        !isFilled
                                && sign == Sign.NONE
                                && !isBracketed
                                && !hasMinus
                                && !hasPlus
                                && !isRoman
                                && !isShifted,
                        "\"EEEE\" is incompatible with other formats");
                isExponent = true;
            }
            default -> prepareRare(field);
        }
    }

    private void prepareRare(String field) {
        switch (field) {
            case "V" -> {
                require(!hasPoint, "cannot use \"V\" and decimal point together");
                isShifted = true;
            }
            case "RN" -> isRoman = true;
            case "C" -> throw refusal("\"C\"");
            default -> {}
        }
    }

    private void digit() {
        if (isShifted) {
            shift++;
        } else if (hasPoint) {
            digitsBehind++;
        } else {
            digitsBefore++;
        }
    }

    private static void require(boolean fits, String message) {
        if (!fits) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR, SqlException.NOWHERE, message + ". Write a template like 999,990.00.");
        }
    }

    private static SqlException refusal(String what) {
        return new SqlException(
                SqlState.NOT_SUPPORTED,
                SqlException.NOWHERE,
                "to_char with " + what + " is not supported. Write a template like 999,990.00.");
    }

    private String write(Number number) {
        boolean isDouble = number instanceof Double;
        if (isDouble && !Double.isFinite((Double) number)) {
            throw refusal("infinity and NaN");
        }
        BigDecimal value = isDouble ? new BigDecimal((Double) number) : (BigDecimal) number;
        boolean isNegative = isDouble ? 1 / (Double) number < 0 || (Double) number < 0 : value.signum() < 0;
        if (isRoman) {
            return roman(value.setScale(0, RoundingMode.HALF_UP));
        }
        RoundingMode mode = isDouble ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP;
        if (isExponent) {
            return exponent(value, isNegative, mode);
        }
        BigDecimal shifted = value.movePointRight(shift);
        int scale = digitsBehind;
        if (isDouble) {
            int whole = shifted.abs().setScale(0, RoundingMode.HALF_EVEN).precision();
            scale = Math.min(scale, Math.max(0, DIGITS_OF_DOUBLE - whole));
        }
        BigDecimal rounded = shifted.setScale(scale, mode);
        // A decimal rounded to zero has no sign; a double has.
        boolean isBelow = isDouble ? isNegative : rounded.signum() < 0;
        String digits = rounded.abs().toPlainString();
        int point = digits.indexOf('.');
        int before = point < 0 ? digits.length() : point;
        if (before > digitsBefore) {
            digits = "#".repeat(digitsBefore) + "." + "#".repeat(digitsBehind);
        }
        return new NumberAtPlaces(this, digits, isBelow, Math.max(0, digitsBefore - before), scale).write();
    }

    private String roman(BigDecimal value) {
        boolean isThere = value.signum() > 0 && value.compareTo(BigDecimal.valueOf(MAX_ROMAN)) <= 0;
        StringBuilder roman = new StringBuilder();
        int rest = isThere ? value.intValue() : 0;
        for (int i = 0; i < VALUES.length; i++) {
            while (rest >= VALUES[i]) {
                roman.append(LETTERS[i]);
                rest -= VALUES[i];
            }
        }
        String shown = isThere ? roman.toString() : "#".repeat(15);
        StringBuilder text = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece.field() == null) {
                text.append(piece.written());
            } else if (piece.field().equals("RN")) {
                String cased = piece.written().equals("rn") ? shown.toLowerCase(Locale.ROOT) : shown;
                text.append(isFilled ? "" : " ".repeat(15 - shown.length())).append(cased);
            } else if (!List.of("FM", "9", "0", ".", "D", "TH").contains(piece.field())) {
                throw refusal("RN and " + piece.field());
            }
        }
        return text.toString();
    }

    private String exponent(BigDecimal value, boolean isNegative, RoundingMode mode) {
        for (Piece piece : pieces) {
            if (piece.field() == null || !List.of("9", "0", ".", "D", "EEEE").contains(piece.field())) {
                throw refusal("EEEE and " + piece.written());
            }
        }
        int power = value.signum() == 0 ? 0 : value.precision() - value.scale() - 1;
        BigDecimal rounded = value.movePointLeft(power).setScale(digitsBehind, mode);
        if (rounded.abs().compareTo(BigDecimal.TEN) >= 0) {
            power++;
            rounded = rounded.movePointLeft(1).setScale(digitsBehind, mode);
        }
        String sign = power < 0 ? "-" : "+";
        return (isNegative ? "-" : " ") + rounded.abs().toPlainString() + "e" + sign + (Math.abs(power) < 10 ? "0" : "")
                + Math.abs(power);
    }
}
