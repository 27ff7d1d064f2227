package dev.aimonflink.job.message;

import dev.aimonflink.job.message.BroadcastInput.Question;
import dev.aimonflink.job.message.BroadcastInput.SecondRound;
import dev.aimonflink.job.message.BroadcastInput.Turn;
import dev.aimonflink.job.message.MatrixInput.Forget;
import dev.aimonflink.job.message.MatrixInput.PointQuery;
import dev.aimonflink.job.message.MatrixInput.ProfileChange;
import dev.aimonflink.job.message.MergeInput.Arrival;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Cut;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.Part.Source;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AnswerOptions;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Messages drawn from a seed: every kind, extreme numbers, nulls where they are allowed, texts of all lengths. */
public final class RandomMessages {
    private static final int LONGER_THAN_UTF = 70_000;

    private final Random random;

    public RandomMessages(long seed) {
        random = new Random(seed);
    }

    RawRecord rawRecord() {
        return new RawRecord(
                shortText(), random.nextInt(), number(), number(), random.nextBoolean(), bytesOrNull(), bytesOrNull());
    }

    DeadLetter deadLetter() {
        DeadLetterReason[] reasons = DeadLetterReason.values();
        return new DeadLetter(
                reasons[random.nextInt(reasons.length)],
                text(),
                shortText(),
                random.nextInt(),
                number(),
                number(),
                bytesOrNull(),
                bytesOrNull());
    }

    Alert alert() {
        return new Alert(text(), text(), bytesOrNull(), bytes());
    }

    ResultMessage result() {
        return new ResultMessage(text(), bytes());
    }

    MatrixInput matrixInput() {
        return switch (random.nextInt(6)) {
            case 0 ->
                new MatrixInput.Events(
                        key(), random.nextInt(), number(), number(), number(), number(), number(), number(), bytes());
            case 1 -> new ProfileChange(key(), attributes(), number(), random.nextInt(), number());
            case 2 -> new ProfileChange(key(), Attributes.NONE, number(), random.nextInt(), number());
            case 3 -> new Forget(key());
            case 4 -> new MatrixInput.Progress(key(), number(), places());
            default -> new PointQuery(key(), request(), 0);
        };
    }

    private long lost() {
        return random.nextBoolean() ? 0 : number();
    }

    private EntityId key() {
        return random.nextBoolean() ? EntityId.of(number()) : EntityId.of(text());
    }

    SavedProgress savedProgress() {
        return new SavedProgress(places());
    }

    private List<EventPlace> places() {
        return Stream.generate(() -> new EventPlace(
                        new SourcePartition(text(), random.nextInt()),
                        number(),
                        number(),
                        random.nextBoolean(),
                        lost()))
                .limit(random.nextInt(4))
                .toList();
    }

    BroadcastInput broadcastInput() {
        return switch (random.nextInt(5)) {
            case 0 -> new Turn(number(), number());
            case 1 -> new SecondRound(text(), execution(), bytes());
            case 2 -> SecondRound.none(text(), execution());
            case 3 -> new Question(request(), bytes());
            default -> new Question(request(), null);
        };
    }

    public MergeInput mergeInput() {
        return switch (random.nextInt(6)) {
            case 0 -> new MergeInput.Planned(text(), bytesOrNull());
            case 1 -> new MergeInput.Refused(text(), error());
            case 2, 3 -> registration();
            default -> new Arrival(part());
        };
    }

    private Registration registration() {
        return random.nextBoolean()
                ? new Registration(request(), number(), Execution.UNKNOWN)
                : new Registration(request(), number(), execution());
    }

    public Execution execution() {
        return new Execution(number(), number());
    }

    public Part part() {
        boolean failed = random.nextInt(4) == 0;
        return new Part(
                text(),
                new Source(random.nextInt(), random.nextInt(), number()),
                new Cut(
                        number(),
                        number(),
                        random.ints(random.nextInt(4)).boxed().toList(),
                        random.nextBoolean() ? places() : null,
                        lost(),
                        lost()),
                number(),
                number(),
                number(),
                scan(),
                failed ? null : bytes(),
                failed ? error() : null);
    }

    private Part.OfScan scan() {
        return switch (random.nextInt(5)) {
            case 0, 1 -> null;
            case 2 -> new Part.OfScan(mode(), number());
            case 3 -> new Part.OfScan(mode(), number(), number(), number(), random.nextBoolean() ? 0 : number());
            default -> new Part.OfScan(null, 0, number(), 0, 0);
        };
    }

    private ScanMode mode() {
        return ScanMode.values()[random.nextInt(ScanMode.values().length)];
    }

    private QueryError error() {
        QueryError.Code[] codes = QueryError.Code.values();
        QueryError.Code code = codes[random.nextInt(codes.length)];
        return code == QueryError.Code.SQL_ERROR || random.nextInt(4) == 0
                ? new QueryError(code, text(), new QueryError.InSql(shortText(), random.nextInt()))
                : new QueryError(code, text());
    }

    public Request request() {
        Map<String, Object> params = new HashMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            params.put(shortText(), param());
        }
        return new Request(text(), text(), text(), new AskedQuery(shortText(), params), number(), options());
    }

    /** A value that JSON has. */
    private Object param() {
        return switch (random.nextInt(5)) {
            case 0 -> number();
            case 1 -> random.nextDouble();
            case 2 -> random.nextBoolean();
            case 3 -> null;
            default -> text();
        };
    }

    private AnswerOptions options() {
        Map<Integer, Long> awaited = new HashMap<>();
        for (int left = random.nextInt(3); left > 0; left--) {
            awaited.put(random.nextInt(), number());
        }
        return new AnswerOptions(
                random.nextBoolean(),
                awaited,
                random.nextInt(2) * random.nextInt(1_000),
                random.nextBoolean() ? null : "user " + random.nextInt(10));
    }

    EntityRecord record() {
        long subscriberId = number();
        return new EntityRecord(
                EntityId.of(subscriberId),
                random.nextLong(),
                random.ints(2).toArray(),
                random.ints(random.nextInt(100)).toArray(),
                random.longs(random.nextInt(100)).toArray(),
                attributes());
    }

    private Attributes attributes() {
        Object[] values = new Object[random.nextInt(6)];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (random.nextInt(5)) {
                case 0 -> null;
                case 1 -> random.nextBoolean();
                case 2 -> number();
                case 3 -> random.nextDouble();
                default -> shortText();
            };
        }
        return Attributes.of(values);
    }

    private long number() {
        return switch (random.nextInt(4)) {
            case 0 -> List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE).get(random.nextInt(4));
            case 1 -> random.nextInt(100);
            default -> random.nextLong();
        };
    }

    private String shortText() {
        return text(random.nextInt(20));
    }

    private String text() {
        return text(random.nextInt(200) == 0 ? LONGER_THAN_UTF : random.nextInt(40));
    }

    private String text(int length) {
        return random.ints(length, 0, 4)
                .map(kind -> List.of((int) 'a', (int) 'é', (int) '電', 0x1F4DE).get(kind))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private byte[] bytesOrNull() {
        return random.nextInt(4) == 0 ? null : bytes();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(200) == 0 ? LONGER_THAN_UTF : random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }
}
