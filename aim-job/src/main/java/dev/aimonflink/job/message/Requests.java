package dev.aimonflink.job.message;

import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The binary form of a {@link Request} within messages. */
final class Requests {
    private static final byte NUMBER = 0;
    private static final byte TEXT = 1;
    private static final byte FRACTION = 2;
    private static final byte TRUTH = 3;
    private static final byte NULL = 4;

    /** The bits of a client's wishes for its answer. The age, and for whom it asks, follow at the end if present. */
    private static final int PROGRESS = 1;

    private static final int MAX_AGE = 2;
    private static final int ON_BEHALF = 4;

    private Requests() {}

    static void write(Request request, DataOutput out) throws IOException {
        Bytes.writeText(request.key(), out);
        Bytes.writeText(request.requestId(), out);
        Bytes.writeText(request.clientId(), out);
        out.writeLong(request.deadlineMs());
        Bytes.writeText(request.asked().query(), out);
        Map<String, Object> params = request.asked().params();
        out.writeInt(params.size());
        for (Map.Entry<String, Object> param : params.entrySet()) {
            Bytes.writeText(param.getKey(), out);
            writeParam(param.getValue(), out);
        }
        final int maxAgeMs = request.options().maxAgeMs();
        final String onBehalfOf = request.options().onBehalfOf();
        out.writeByte((request.wantsProgress() ? PROGRESS : 0)
                | (maxAgeMs > 0 ? MAX_AGE : 0)
                | (onBehalfOf != null ? ON_BEHALF : 0));
        Map<Integer, Long> awaited = request.options().awaited();
        out.writeInt(awaited.size());
        for (Map.Entry<Integer, Long> each : awaited.entrySet()) {
            out.writeInt(each.getKey());
            out.writeLong(each.getValue());
        }
        if (maxAgeMs > 0) {
            out.writeInt(maxAgeMs);
        }
        if (onBehalfOf != null) {
            Bytes.writeText(onBehalfOf, out);
        }
    }

    private static void writeParam(Object value, DataOutput out) throws IOException {
        if (value == null) {
            out.writeByte(NULL);
        } else if (value instanceof Long number) {
            out.writeByte(NUMBER);
            out.writeLong(number);
        } else if (value instanceof Double fraction) {
            out.writeByte(FRACTION);
            out.writeDouble(fraction);
        } else if (value instanceof Boolean truth) {
            out.writeByte(TRUTH);
            out.writeBoolean(truth);
        } else {
            out.writeByte(TEXT);
            Bytes.writeText((String) value, out);
        }
    }

    private static Object readParam(DataInput in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case NUMBER -> in.readLong();
            case TEXT -> Bytes.readText(in);
            case FRACTION -> in.readDouble();
            case TRUTH -> in.readBoolean();
            case NULL -> null;
            default -> throw new IOException("A request has a parameter of the unknown kind " + kind + ".");
        };
    }

    static Request read(DataInput in) throws IOException {
        String key = Bytes.readText(in);
        String requestId = Bytes.readText(in);
        String clientId = Bytes.readText(in);
        long deadlineMs = in.readLong();
        String query = Bytes.readText(in);
        Map<String, Object> params = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = Bytes.readText(in);
            params.put(name, readParam(in));
        }
        byte wants = in.readByte();
        Map<Integer, Long> awaited = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            awaited.put(in.readInt(), in.readLong());
        }
        return new Request(
                key,
                requestId,
                clientId,
                new AskedQuery(query, params),
                deadlineMs,
                new AnswerOptions(
                        (wants & PROGRESS) != 0,
                        awaited,
                        (wants & MAX_AGE) != 0 ? in.readInt() : 0,
                        (wants & ON_BEHALF) != 0 ? Bytes.readText(in) : null));
    }
}
