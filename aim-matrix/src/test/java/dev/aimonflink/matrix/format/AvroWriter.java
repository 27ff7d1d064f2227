package dev.aimonflink.matrix.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Another program that writes Avro: the library's own writers, from Avro's JSON form. */
public final class AvroWriter {
    private final Schema schema;

    public AvroWriter(String schema) {
        this.schema = new Schema.Parser().parse(schema);
    }

    /** The bytes of one event, without framing. */
    byte[] bare(String json) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Object datum = new GenericDatumReader<>(schema)
                    .read(null, DecoderFactory.get().jsonDecoder(schema, json));
            BinaryEncoder out = EncoderFactory.get().binaryEncoder(bytes, null);
            new GenericDatumWriter<>(schema).write(datum, out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public byte[] singleObject(String json) {
        byte[] bare = bare(json);
        return ByteBuffer.allocate(10 + bare.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0xc3)
                .put((byte) 0x01)
                .putLong(SchemaNormalization.parsingFingerprint64(schema))
                .put(bare)
                .array();
    }

    public byte[] registered(int id, String json) {
        byte[] bare = bare(json);
        return ByteBuffer.allocate(5 + bare.length)
                .put((byte) 0)
                .putInt(id)
                .put(bare)
                .array();
    }
}
