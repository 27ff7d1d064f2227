package dev.aimonflink.job.message;

import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The binary form of {@link EventPlace}s within messages and state. The number of lost events is present only if there are some. */
final class Places {
    private static final int AT_END = 1;
    private static final int LOST = 1 << 1;

    private Places() {}

    static void write(List<EventPlace> places, DataOutput out) throws IOException {
        out.writeInt(places.size());
        for (EventPlace place : places) {
            Bytes.writeText(place.partition().topic(), out);
            out.writeInt(place.partition().number());
            out.writeLong(place.nextOffset());
            out.writeLong(place.newestMs());
            out.writeByte((place.atEnd() ? AT_END : 0) | (place.lost() == 0 ? 0 : LOST));
            if (place.lost() != 0) {
                out.writeLong(place.lost());
            }
        }
    }

    static List<EventPlace> read(DataInput in) throws IOException {
        List<EventPlace> places = new ArrayList<>();
        String topic = "";
        for (int left = in.readInt(); left > 0; left--) {
            String text = Bytes.readText(in);
            // A checkpoint has as many places as Kafka partitions times partitions of the matrix, mostly of one topic.
            topic = text.equals(topic) ? topic : text.intern();
            places.add(read(new SourcePartition(topic, in.readInt()), in));
        }
        return places;
    }

    private static EventPlace read(SourcePartition partition, DataInput in) throws IOException {
        long nextOffset = in.readLong();
        long newestMs = in.readLong();
        int flags = in.readByte();
        long lost = (flags & LOST) == 0 ? 0 : in.readLong();
        return new EventPlace(partition, nextOffset, newestMs, (flags & AT_END) != 0, lost);
    }
}
