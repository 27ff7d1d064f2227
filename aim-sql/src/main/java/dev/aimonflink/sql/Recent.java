package dev.aimonflink.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets the least recently used entry when it would exceed its size. */
public final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    public Recent(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
