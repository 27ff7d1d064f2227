package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Partials as states of another, for a query that has several in one scan. These have none in turn. */
public final class Partials extends States {
    private final List<Partial> partials = new ArrayList<>();

    public Partials() {
        super(StateKind.PARTIAL);
    }

    public Partials add(Partial partialOrNull) {
        partials.add(partialOrNull);
        return this;
    }

    /** The partial, or null if there is none. */
    public Partial partial(int row) {
        return partials.get(row);
    }

    @Override
    public int rows() {
        return partials.size();
    }

    @Override
    States empty() {
        return new Partials();
    }

    @Override
    void append(States from, int row) {
        add(((Partials) from).partial(row));
    }

    @Override
    void mergeIntoLast(States from, int row) {
        Partial ours = partial(rows() - 1);
        Partial theirs = ((Partials) from).partial(row);
        if (theirs != null) {
            partials.set(rows() - 1, ours == null ? theirs : ours.merge(theirs));
        }
    }

    @Override
    void write(int row, PartialWriter out) {
        out.flag(partial(row) != null);
        if (partial(row) != null) {
            out.bytes(partial(row).toBytes());
        }
    }

    @Override
    void read(PartialReader in) throws IOException {
        Partial read = in.flag() ? Partial.readInner(in.bytes()) : null;
        if (read != null && partials.stream().anyMatch(each -> each != null && !each.isLike(read))) {
            throw PartialReader.damaged("its partials cannot be merged");
        }
        add(read);
    }
}
