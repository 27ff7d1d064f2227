package dev.aimonflink.core.explain;

import dev.aimonflink.core.pass.Part;
import java.util.List;
import java.util.Map;

/** How a partition looked up an entity. */
record LookupRun(Part part, long ageMs) implements PartitionRun {
    @Override
    public List<String> lines() {
        return List.of(
                part.source().partition() + ": read " + PartitionRun.counted(part.rowsScanned(), "row") + ", sent "
                        + part.partial().length + " bytes, answered within " + PartitionRun.millis(part.queuedNanos()),
                cutLine());
    }

    @Override
    public Map<String, Object> toMap() {
        Map<String, Object> map = commonMap();
        map.put("answeredNanos", part.queuedNanos());
        return map;
    }
}
