package dev.aimonflink.query.compute.partial;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.query.compute.aggregate.States;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Partials as states of another partial, for a query with several in one scan. They do not nest further. */
public final class NestedPartials extends States {
    static final Kind KIND = new Kind(NestedPartials::new);

    private final List<Partial> partials = new ArrayList<>();

    public NestedPartials() {
        super(KIND, 0);
    }

    public NestedPartials add(Partial partialOrNull) {
        partials.add(partialOrNull);
        return this;
    }

    public Partial partial(int row) {
        return partials.get(row);
    }

    @Override
    public int rows() {
        return partials.size();
    }

    @Override
    public void addRow() {
        add(null);
    }

    @Override
    public void merge(int row, States from, int fromRow) {
        Partial ours = partial(row);
        Partial theirs = ((NestedPartials) from).partial(fromRow);
        if (theirs != null) {
            partials.set(row, ours == null ? theirs : ours.merge(theirs));
        }
    }

    @Override
    public void write(int row, ByteWriter out) {
        out.flag(partial(row) != null);
        if (partial(row) != null) {
            out.bytes(partial(row).toBytes());
        }
    }

    @Override
    public void read(ByteReader in) throws IOException {
        Partial read = in.flag() ? Partial.readInner(in.bytes()) : null;
        if (read != null && partials.stream().anyMatch(each -> each != null && !each.canMergeWith(read))) {
            throw in.damaged("its partials cannot be merged");
        }
        add(read);
    }
}
