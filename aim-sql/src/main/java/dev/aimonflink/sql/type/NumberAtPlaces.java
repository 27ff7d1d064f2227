package dev.aimonflink.sql.type;

import java.util.Locale;

/** Puts the digits of one number at the places of a template. */
final class NumberAtPlaces {
    private final NumberTemplate template;
    private final StringBuilder text = new StringBuilder();
    private final String digits;
    private final boolean isNegative;

    /** Places of the template before the first digit. */
    private final int blanks;

    private final int scale;

    /** The index of the last non-zero digit behind the point, or of the point; -1 if all digits are written. */
    private final int last;

    private final int places;
    private final NumberTemplate.Sign shownSign;
    private final boolean hasBrackets;
    private boolean isSignWritten;
    private boolean isDigitWritten;
    private int digit;
    private int place;

    NumberAtPlaces(NumberTemplate template, String digits, boolean isNegative, int blanks, int scale) {
        this.template = template;
        this.digits = digits;
        this.isNegative = isNegative;
        this.blanks = blanks;
        this.scale = scale;
        hasBrackets = template.isBracketed && (isNegative || !template.isFilled);
        boolean isFirstBehind =
                template.sign == NumberTemplate.Sign.FIRST && template.digitsBefore == template.digitsBeforeSign;
        if (template.hasMinus || template.hasPlus) {
            isSignWritten = !template.hasPlus || template.hasMinus;
            shownSign = template.sign;
        } else {
            isSignWritten = !isNegative && template.isFilled && template.sign == NumberTemplate.Sign.NONE;
            shownSign = isFirstBehind ? NumberTemplate.Sign.LAST : template.sign;
        }
        last = template.isFilled && template.hasPoint ? lastRelevant() : -1;
        places = scale + template.digitsBefore - 1 + (!isSignWritten && blanks == 0 ? 1 : 0);
    }

    private int lastRelevant() {
        int point = digits.indexOf('.');
        int relevant = point;
        for (int i = point; i >= 0 && i < digits.length(); i++) {
            relevant = i > point && digits.charAt(i) != '0' ? i : relevant;
        }
        return relevant < 0 || template.lastZero <= blanks
                ? relevant
                : Math.max(relevant, Math.min(digits.length() - 1, template.lastZero - blanks));
    }

    String write() {
        for (NumberTemplate.Piece piece : template.pieces) {
            if (piece.field() == null) {
                text.append(piece.written());
            } else {
                field(piece);
            }
        }
        return text.toString();
    }

    private void field(NumberTemplate.Piece piece) {
        switch (piece.field()) {
            case "9", "0", ".", "D" -> digit(piece.field());
            case ",", "G" -> {
                if (isDigitWritten) {
                    text.append(',');
                } else {
                    blank();
                }
            }
            case "L" -> text.append(' ');
            case "TH" -> {
                if (digits.charAt(0) != '#' && !isNegative && !template.hasPoint) {
                    String ending = TimeTemplate.ending(digits);
                    text.append(piece.written().equals("TH") ? ending.toUpperCase(Locale.ROOT) : ending);
                }
            }
            case "MI" -> signOr('-', isNegative);
            case "PL" -> signOr('+', !isNegative);
            case "SG" -> text.append(isNegative ? '-' : '+');
            default -> {}
        }
    }

    private void signOr(char character, boolean isThere) {
        if (isThere) {
            text.append(character);
        } else {
            blank();
        }
    }

    private void blank() {
        if (!template.isFilled) {
            text.append(' ');
        }
    }

    private boolean isZeroLeftOut() {
        return template.firstZero < 0 && digit == 0 && digits.charAt(0) == '0' && scale != 0;
    }

    private boolean isPointLast() {
        return last >= 0 && digits.charAt(last) == '.';
    }

    private void digit(String field) {
        isDigitWritten = false;
        boolean isAtNumber = place >= blanks || (template.firstZero >= 0 && template.firstZero == place);
        if (!isSignWritten && isAtNumber && (!isZeroLeftOut() || isPointLast())) {
            sign();
        }
        if (place < blanks && (template.firstZero < 0 || template.firstZero > place)) {
            blank();
        } else if (place < blanks) {
            text.append('0');
            isDigitWritten = true;
        } else if (digit < digits.length()) {
            character(field);
            digit++;
        }
        int end = last >= 0 && last == digit ? place : places + (blanks > 0 ? 1 : 0) + (template.hasPoint ? 1 : 0);
        if (place + 1 == end) {
            if (isSignWritten && hasBrackets) {
                text.append(isNegative ? '>' : ' ');
            } else if (shownSign == NumberTemplate.Sign.LAST) {
                text.append(isNegative ? '-' : '+');
            }
        }
        place++;
    }

    private void sign() {
        if (shownSign != NumberTemplate.Sign.NONE) {
            if (shownSign == NumberTemplate.Sign.FIRST) {
                text.append(isNegative ? '-' : '+');
                isSignWritten = true;
            }
            return;
        }
        if (hasBrackets) {
            text.append(isNegative ? '<' : ' ');
        } else if (isNegative) {
            text.append('-');
        } else {
            blank();
        }
        isSignWritten = true;
    }

    private void character(String field) {
        char character = digits.charAt(digit);
        if (character == '.') {
            if (!isPointLast() || template.isFilled) {
                text.append('.');
            }
        } else if (last >= 0 && digit > last && !field.equals("0")) {
            return;
        } else if (isZeroLeftOut()) {
            if (!template.isFilled) {
                text.append(' ');
            } else if (isPointLast()) {
                text.append('0');
            }
        } else {
            text.append(character);
            isDigitWritten = true;
        }
    }
}
