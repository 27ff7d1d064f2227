package dev.aimonflink.matrix.model;

/** One event of a model; decoders reuse one instance. */
public final class DeclaredEvent {
    private final EventValues values;
    private long keyNumber;
    private String keyText;
    private long timestampMs;
    private long clockMs = Long.MIN_VALUE;
    private int partition;
    private long offset;

    public DeclaredEvent(EventType type) {
        values = new EventValues(type.fields().size());
    }

    /** Makes all values null; key and time stay until they are set. */
    public void clear() {
        values.clear();
        keyText = null;
    }

    public EventValues values() {
        return values;
    }

    /** For numeric keys. */
    public long keyNumber() {
        return keyNumber;
    }

    public void keyNumber(long number) {
        keyNumber = number;
    }

    public String keyText() {
        return keyText;
    }

    public void keyText(String text) {
        keyText = text;
    }

    public EntityId key() {
        return keyText == null ? EntityId.of(keyNumber) : EntityId.of(keyText);
    }

    /** The record's Kafka partition, in case it becomes a dead letter. */
    public int partition() {
        return partition;
    }

    public long offset() {
        return offset;
    }

    public void position(int ofPartition, long recordOffset) {
        partition = ofPartition;
        offset = recordOffset;
    }

    public long timestampMs() {
        return timestampMs;
    }

    public void timestampMs(long epochMs) {
        timestampMs = epochMs;
    }

    /** The time by which it is judged: the newest in its Kafka partition, up to and including this event. */
    public long clockMs() {
        return Math.max(clockMs, timestampMs);
    }

    public void clockMs(long newestMs) {
        clockMs = newestMs;
    }
}
