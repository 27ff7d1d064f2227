package dev.aimonflink.bench.streams;

import dev.aimonflink.bench.harness.Bench;
import dev.aimonflink.bench.harness.Defaults;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.world.BenchTime;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.setup.EventFormat;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

/** Measures how many events a second one thread reads from Kafka: by its client, by Flink's source, and by that with what we decode of each. */
public final class Ingestion extends Experiment {
    private static final List<EventFormat> FORMATS = List.of(EventFormat.KRYO, EventFormat.BINARY, EventFormat.JSON);
    private static final long EVENTS = 5_000_000;
    private static final long QUICK_EVENTS = 50_000;

    public Ingestion() {
        super(
                "ingestion",
                "Measure how many events a second one thread reads from Kafka, decoded and not",
                new Defaults("42", List.of(1), 10, 1, List.of(1), List.of(0)));
    }

    @Override
    public void run(Bench bench) {
        long events = bench.plan().quick() ? QUICK_EVENTS : EVENTS;
        for (EventFormat format : FORMATS) {
            bench.say(events + " events are published ...");
            KafkaRecords records = published(bench, format, events);
            Decoding decoding = new Decoding(format);
            Map<String, String> parameters = Map.of("format", format.label());
            new Turns()
                    .way("consumer", () -> records.consume(bytes -> bytes.length))
                    .flink("flink", records.program(new Lengths()))
                    .run(bench, name(), parameters);
            new Turns()
                    .way("consumer-decoded", () -> records.consume(decoding::deserialize))
                    .flink("flink-decoded", records.program(new Decoding(format)))
                    .run(bench, name(), parameters);
        }
    }

    private static KafkaRecords published(Bench bench, EventFormat format, long events) {
        ModelEventCodec codec = codec(format);
        DeclaredEvent event = CallModel.newEvent();
        EventGenerator drawn =
                new EventGenerator(bench.plan().seed(), bench.plan().subscribers(), Distribution.uniform());
        return new KafkaRecords(bench.broker(), events, number -> {
            CallModel.fill(event, drawn.next(BenchTime.NOW_MS));
            return codec.encode(event);
        });
    }

    private static ModelEventCodec codec(EventFormat format) {
        return format.newCodec(CallModel.schema(CallModel.AGGREGATES_PER_COPY).model());
    }

    /** What a record costs without a look at it. */
    private static class Lengths implements DeserializationSchema<Double> {
        private static final long serialVersionUID = 1L;

        @Override
        public Double deserialize(byte[] bytes) {
            return (double) bytes.length;
        }

        @Override
        public boolean isEndOfStream(Double next) {
            return false;
        }

        @Override
        public TypeInformation<Double> getProducedType() {
            return Types.DOUBLE;
        }
    }

    /** Into one event again and again, as the job does. */
    private static final class Decoding extends Lengths {
        private static final long serialVersionUID = 1L;

        private final EventFormat format;
        private transient ModelEventCodec codec;
        private transient DeclaredEvent event;

        Decoding(EventFormat format) {
            this.format = format;
        }

        @Override
        public Double deserialize(byte[] bytes) {
            if (codec == null) {
                codec = codec(format);
                event = CallModel.newEvent();
            }
            codec.decode(bytes, event);
            return (double) event.keyNumber();
        }
    }
}
