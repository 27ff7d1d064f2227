package dev.aimonflink.job.message;

import dev.aimonflink.rules.judge.Firings;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The stored form of an entity's remembered firings. It is mutable, so a copy is deep. */
public final class FiringsFormat implements MessageFormat<Firings> {
    private static final long serialVersionUID = 1L;

    @Override
    public Class<Firings> type() {
        return Firings.class;
    }

    @Override
    public void write(Firings firings, DataOutput out) throws IOException {
        firings.write(out);
    }

    @Override
    public Firings read(DataInput in) throws IOException {
        return Firings.read(in);
    }

    @Override
    public Firings copy(Firings firings) {
        return firings.copy();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }
}
