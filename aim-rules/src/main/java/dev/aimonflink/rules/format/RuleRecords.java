package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.judge.RuleHistory;
import java.nio.charset.StandardCharsets;

/** What a record of the topic of rules says; its headers say who wrote it, and for which model it was checked. */
public final class RuleRecords {
    public static final String BY = "aim.by";

    /** The fingerprint of the schema for which it is valid, in decimal. */
    public static final String CHECKED_FOR = "aim.checked-for";

    /** With any value: the rule also fires at once, for whom it is true then. */
    public static final String APPLY_NOW = "aim.apply-now";

    /** The writer's note. */
    public static final String NOTE = "aim.note";

    /** In a record by which a job suspends a version of a rule, its number: if that is not the newest, the record has no effect. */
    public static final String SUSPENDS = "aim.suspends";

    private RuleRecords() {}

    public static RuleHistory.Entry entry(
            long offset, long timeMs, boolean hasBrokersTime, byte[] key, byte[] value, byte[] checkedForOrNull) {
        if (key == null) {
            // It is of no rule, so no rule is refused because of it: it deletes the one without an id, which never
            // exists.
            return RuleHistory.Entry.deleted(offset, timeMs, "");
        }
        String id = new String(key, StandardCharsets.UTF_8);
        if (!hasBrokersTime) {
            return RuleHistory.Entry.wrong(
                    offset,
                    timeMs,
                    id,
                    "The time of the record is its producer's. Set message.timestamp.type=LogAppendTime for the topic of"
                            + " rules, and put the rule again.");
        }
        if (value == null) {
            return RuleHistory.Entry.deleted(offset, timeMs, id);
        }
        try {
            return RuleHistory.Entry.of(offset, timeMs, RuleJson.read(key, value), number(checkedForOrNull));
        } catch (InvalidInputException wrong) {
            return RuleHistory.Entry.wrong(offset, timeMs, id, wrong.getMessage());
        }
    }

    public static Long number(byte[] textOrNull) {
        if (textOrNull == null) {
            return null;
        }
        try {
            return Long.valueOf(new String(textOrNull, StandardCharsets.UTF_8));
        } catch (NumberFormatException unreadable) {
            return null; // as if it were not there
        }
    }
}
