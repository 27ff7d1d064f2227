package dev.aimonflink.gateway.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * Rows in the streaming format of Apache Arrow, version 5:
 *
 * <pre>
 * a message with the schema, then one for each batch of rows: -1 | bytes of what follows | FlatBuffer | its buffers
 * -1 | 0
 * </pre>
 *
 * Numbers are little-endian, and everything begins at a multiple of 8 bytes.
 */
public final class ArrowStream {
    private static final int ALIGNED = 8;
    /** Readers work batch by batch, and a batch is in memory. */
    private static final int MOST_ROWS = 8_192;

    private static final int MOST_BYTES = 1 << 20;
    private static final int CONTINUED = -1;
    private static final byte[] PADDING = new byte[ALIGNED];

    private final List<ArrowColumn> columns;
    private final OutputStream out;

    /** Of the batch that is being filled. */
    private int rows;

    private long bytes;

    /** Begins a stream. */
    public ArrowStream(List<PgColumn> columns, PgText texts, OutputStream out) throws IOException {
        this.columns =
                columns.stream().map(each -> new ArrowColumn(each, texts)).toList();
        this.out = out;
        FlatBufferBuilder schema = new FlatBufferBuilder();
        final int fields = Schema.createFieldsVector(
                schema,
                this.columns.stream().mapToInt(each -> each.field(schema)).toArray());
        message(schema, MessageHeader.Schema, Schema.createSchema(schema, Endianness.Little, fields, 0, 0), List.of());
    }

    /** Writes a batch whenever there are enough rows for one. */
    public void add(Object[] row) throws IOException {
        for (int i = 0; i < row.length; i++) {
            bytes += columns.get(i).add(row[i]);
        }
        if (++rows == MOST_ROWS || bytes >= MOST_BYTES) {
            writeBatch();
        }
    }

    private void writeBatch() throws IOException {
        List<byte[]> buffers = new ArrayList<>();
        columns.forEach(column -> buffers.addAll(column.buffers()));
        FlatBufferBuilder batch = new FlatBufferBuilder();
        final int ofBuffers = places(batch, buffers);
        RecordBatch.startNodesVector(batch, columns.size());
        for (int i = columns.size() - 1; i >= 0; i--) {
            FieldNode.createFieldNode(batch, rows, columns.get(i).nulls());
        }
        final int nodes = batch.endVector();
        message(
                batch,
                MessageHeader.RecordBatch,
                RecordBatch.createRecordBatch(batch, rows, nodes, ofBuffers, 0, 0),
                buffers);
        columns.forEach(ArrowColumn::begin);
        rows = 0;
        bytes = 0;
    }

    /** Vectors are written from their end. */
    private static int places(FlatBufferBuilder batch, List<byte[]> buffers) {
        long end = length(buffers);
        RecordBatch.startBuffersVector(batch, buffers.size());
        for (int i = buffers.size() - 1; i >= 0; i--) {
            end -= aligned(buffers.get(i).length);
            Buffer.createBuffer(batch, end, buffers.get(i).length);
        }
        return batch.endVector();
    }

    /** Writes the last batch, and the end. */
    public void end() throws IOException {
        if (rows > 0) {
            writeBatch();
        }
        out.write(prefix(0));
    }

    private void message(FlatBufferBuilder header, byte type, int offset, List<byte[]> buffers) throws IOException {
        Message.finishMessageBuffer(
                header, Message.createMessage(header, MetadataVersion.V5, type, offset, length(buffers), 0));
        byte[] written = header.sizedByteArray();
        out.write(prefix(aligned(written.length)));
        padded(written);
        for (byte[] each : buffers) {
            padded(each);
        }
    }

    private static byte[] prefix(int length) {
        return ByteBuffer.allocate(2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(CONTINUED)
                .putInt(length)
                .array();
    }

    private void padded(byte[] bytes) throws IOException {
        out.write(bytes);
        out.write(PADDING, 0, aligned(bytes.length) - bytes.length);
    }

    private static long length(List<byte[]> buffers) {
        return buffers.stream().mapToLong(each -> aligned(each.length)).sum();
    }

    private static int aligned(int length) {
        return (length + ALIGNED - 1) / ALIGNED * ALIGNED;
    }
}
