package dev.aimonflink.job.message;

import dev.aimonflink.matrix.row.EventPlace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** How far a partition of the matrix, or a reader, had read the events topic at a checkpoint. */
public record SavedProgress(List<EventPlace> places) {
    /** Version 1. */
    public static final class Format implements MessageFormat<SavedProgress> {
        private static final long serialVersionUID = 1L;

        private static final byte VERSION = 1;

        @Override
        public Class<SavedProgress> type() {
            return SavedProgress.class;
        }

        @Override
        public void write(SavedProgress saved, DataOutput out) throws IOException {
            out.writeByte(VERSION);
            Places.write(saved.places, out);
        }

        @Override
        public SavedProgress read(DataInput in) throws IOException {
            byte version = in.readByte();
            if (version != VERSION) {
                throw new IOException("A saved progress has version " + version + "; this release reads version "
                        + VERSION + ". Use the release that wrote it, or a newer one.");
            }
            return new SavedProgress(Places.read(in));
        }
    }
}
