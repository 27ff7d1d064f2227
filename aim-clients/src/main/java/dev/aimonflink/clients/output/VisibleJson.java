package dev.aimonflink.clients.output;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.aimonflink.sql.text.VisibleText;
import java.util.Locale;

/** Escapes in JSON what is not visible. JSON itself escapes the first 32 characters alone. Any reader gets the same text. */
final class VisibleJson extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    private static final int DELETE = 0x7F;

    private final int[] ofAscii = standardAsciiEscapesForJSON();

    VisibleJson() {
        ofAscii[DELETE] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
        return ofAscii.clone();
    }

    /** @param character one of UTF-16, so tags and what else is made of two stay as they are */
    @Override
    public SerializableString getEscapeSequence(int character) {
        return Character.isSurrogate((char) character) || VisibleText.isVisible(character)
                ? null
                : new SerializedString(String.format(Locale.ROOT, "\\u%04X", character));
    }
}
