package dev.aimonflink.job.stream;

import dev.aimonflink.core.matrix.EventPartition;
import dev.aimonflink.core.matrix.EventPlace;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The binary form of {@link EventPlace}s within messages and state. */
final class Places {
    private Places() {}

    static void write(List<EventPlace> places, DataOutput out) throws IOException {
        out.writeInt(places.size());
        for (EventPlace place : places) {
            Bytes.writeText(place.partition().topic(), out);
            out.writeInt(place.partition().number());
            out.writeLong(place.nextOffset());
            out.writeLong(place.newestMs());
            out.writeBoolean(place.atEnd());
        }
    }

    static List<EventPlace> read(DataInput in) throws IOException {
        List<EventPlace> places = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            EventPartition partition = new EventPartition(Bytes.readText(in), in.readInt());
            places.add(new EventPlace(partition, in.readLong(), in.readLong(), in.readBoolean()));
        }
        return places;
    }
}
