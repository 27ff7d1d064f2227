package dev.aimonflink.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of the entries that were put or asked for last: of more than it may have, it forgets the one that nobody needed for longest. */
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
