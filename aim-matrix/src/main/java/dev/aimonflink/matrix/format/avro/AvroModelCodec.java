package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Events of a model in Avro's binary encoding. A record's first bytes say with which schema it was written:
 *
 * <pre>
 * Avro's single object   c3 01, the CRC-64-AVRO fingerprint of the schema (8 bytes, little-endian), the event
 * a schema registry      00, the id of the schema (4 bytes, big-endian), the event
 * </pre>
 *
 * Fields are found by name; those that the model does not name are skipped. Events are written as single objects with the model's own
 * schema, which is always known.
 */
public final class AvroModelCodec implements ModelEventCodec {
    private static final String OWN = "the model's own schema";

    private static final byte[] SINGLE_OBJECT = {(byte) 0xc3, 0x01};
    private static final int SINGLE_OBJECT_HEADER = SINGLE_OBJECT.length + Long.BYTES;
    private static final byte REGISTERED = 0;
    private static final int REGISTERED_HEADER = 1 + Integer.BYTES;

    private static final VarHandle FINGERPRINT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle ID = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final String event;
    private final EventFaults faults;
    private final AvroModelSchema own;
    private final byte[] header = new byte[SINGLE_OBJECT_HEADER];
    private final Long2ObjectOpenHashMap<AvroResolution> byFingerprint = new Long2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<AvroResolution> byId = new Int2ObjectOpenHashMap<>();
    private BinaryDecoder decoder;
    private BinaryEncoder encoder;

    /** @throws InvalidInputException if a field has a type that the model cannot read, or a schema cannot be told from another */
    public AvroModelCodec(Model model, AvroSchemas schemas) {
        event = "an Avro " + model.event().name();
        faults = new EventFaults(model.event());
        own = new AvroModelSchema(model);
        System.arraycopy(SINGLE_OBJECT, 0, header, 0, SINGLE_OBJECT.length);
        FINGERPRINT.set(header, SINGLE_OBJECT.length, SchemaNormalization.parsingFingerprint64(own.schema()));
        Map<String, AvroResolution> resolutions = new HashMap<>();
        schemas.parsed().forEach((name, schema) -> {
            AvroResolution resolution = new AvroResolution(name, schema, model.event());
            resolutions.put(name, resolution);
            add(schema, resolution);
        });
        AvroResolution ofOwn = new AvroResolution(OWN, own.schema(), model.event());
        add(own.schema(), ofOwn);
        schemas.ids().forEach((id, name) -> byId.put(id.intValue(), resolutions.get(name)));
        if (schemas.ids().isEmpty() && resolutions.size() <= 1) {
            byId.defaultReturnValue(resolutions.values().stream().findFirst().orElse(ofOwn));
        }
    }

    private void add(Schema schema, AvroResolution resolution) {
        AvroResolution other = byFingerprint.putIfAbsent(SchemaNormalization.parsingFingerprint64(schema), resolution);
        if (other != null && !other.readsLike(resolution)) {
            throw new InvalidInputException(other.name() + " has the fingerprint of " + resolution.name()
                    + ", and other logical types. "
                    + (resolution.name().equals(OWN)
                            ? "Rename the event in the model, or leave the schema out."
                            : "Leave one of them out."));
        }
    }

    /** The model's own schema as JSON, for programs that write events. */
    public String schemaText() {
        return SchemaFormatter.format("json/pretty", own.schema());
    }

    /** Whether bytes begin like an event in Avro's single-object encoding. */
    public static boolean isSingleObject(byte[] bytes) {
        return bytes.length >= SINGLE_OBJECT_HEADER && bytes[0] == SINGLE_OBJECT[0] && bytes[1] == SINGLE_OBJECT[1];
    }

    // ---- reading

    @Override
    public void decode(byte[] bytes, DeclaredEvent into) {
        ModelEventCodec.requirePresent(bytes);
        into.clear();
        if (bytes.length > 0 && bytes[0] == REGISTERED) {
            requireLength(bytes, REGISTERED_HEADER);
            int id = (int) ID.get(bytes, 1);
            AvroResolution registered = byId.get(id);
            if (registered == null) {
                throw new MalformedException("schema id=" + id + " is not known");
            }
            read(registered, bytes, REGISTERED_HEADER, into);
        } else {
            requireSingleObject(bytes);
            AvroResolution written = byFingerprint.get((long) FINGERPRINT.get(bytes, SINGLE_OBJECT.length));
            if (written == null) {
                String fingerprint = HexFormat.of().formatHex(bytes, SINGLE_OBJECT.length, SINGLE_OBJECT_HEADER);
                throw new MalformedException("schema fingerprint=" + fingerprint + " is not known");
            }
            read(written, bytes, SINGLE_OBJECT_HEADER, into);
        }
        MalformedException.throwIf(faults.of(into));
    }

    private void requireSingleObject(byte[] bytes) {
        for (int at = 0; at < SINGLE_OBJECT.length && at < bytes.length; at++) {
            if (bytes[at] != SINGLE_OBJECT[at]) {
                throw new MalformedException(event + " begins with c301 or 00, not with "
                        + HexFormat.of().formatHex(bytes, 0, at + 1));
            }
        }
        requireLength(bytes, SINGLE_OBJECT_HEADER);
    }

    private void requireLength(byte[] bytes, int least) {
        if (bytes.length < least) {
            throw tooShort(bytes);
        }
    }

    private MalformedException tooShort(byte[] bytes) {
        return new MalformedException(event + " is longer than " + bytes.length + " bytes");
    }

    private void read(AvroResolution written, byte[] bytes, int begin, DeclaredEvent into) {
        // Knows where the bytes end, so that it allocates for no length beyond.
        decoder = DecoderFactory.get().binaryDecoder(bytes, begin, bytes.length - begin, decoder);
        try {
            written.read(decoder, into);
        } catch (MalformedException e) {
            throw e;
        } catch (EOFException beyond) {
            throw tooShort(bytes);
        } catch (IOException | RuntimeException damaged) {
            // Whatever a decoder throws comes from the bytes, and no bytes may fail the job.
            throw new MalformedException(event + " is not as " + written.name() + " says");
        }
        int left = decoder.remainingBytes();
        if (left > 0) {
            throw new MalformedException(
                    event + " ends after " + (bytes.length - left) + " of " + bytes.length + " bytes");
        }
    }

    // ---- writing

    /** Encodes any event with a value in each required field, even one with another fault. */
    @Override
    public byte[] encode(DeclaredEvent event) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(header);
        try {
            encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
            own.write(event, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot be written to.", e);
        }
        return bytes.toByteArray();
    }
}
