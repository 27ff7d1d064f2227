package dev.aimonflink.job.message;

import dev.aimonflink.testing.Scale;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MessageFormatTest {
    private static final long SEED = 20261121;
    private static final int MESSAGES = Scale.times(250);

    /** A format and what draws its messages. */
    record Case<T>(MessageFormat<T> format, Function<RandomMessages, T> messages) {
        @Override
        public String toString() {
            return format.type().getSimpleName();
        }
    }

    static Stream<Case<?>> formats() {
        return Stream.of(
                new Case<>(new RawRecord.Format(), RandomMessages::rawRecord),
                new Case<>(new DeadLetter.Format(), RandomMessages::deadLetter),
                new Case<>(new Alert.Format(), RandomMessages::alert),
                new Case<>(new ResultMessage.Format(), RandomMessages::result),
                new Case<>(new MatrixInput.Format(), RandomMessages::matrixInput),
                new Case<>(new BroadcastInput.Format(), RandomMessages::broadcastInput),
                new Case<>(new MergeInput.Format(), RandomMessages::mergeInput),
                new Case<>(new SavedProgress.Format(), RandomMessages::savedProgress),
                new Case<>(new RecordFormat(), RandomMessages::record));
    }

    @ParameterizedTest
    @MethodSource("formats")
    <T> void shouldReadWhatItWrote(Case<T> each) throws IOException {
        RandomMessages messages = new RandomMessages(SEED);
        for (int i = 0; i < MESSAGES; i++) {
            T message = each.messages.apply(messages);
            assertThat(Wire.read(each.format, Wire.write(each.format, message)))
                    .as("seed=%d message=%d", SEED, i)
                    .usingRecursiveComparison()
                    .isEqualTo(message);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    <T> void shouldNoticeThatBytesAreMissing(Case<T> each) throws IOException {
        RandomMessages messages = new RandomMessages(SEED);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = Wire.write(each.format, each.messages.apply(messages));
            byte[] cut = Arrays.copyOf(bytes, bytes.length - 1);
            assertThatThrownBy(() -> Wire.read(each.format, cut))
                    .as("seed=%d message=%d", SEED, i)
                    .isInstanceOf(EOFException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    <T> void shouldNameTheTypeOfItsMessages(Case<T> each) {
        T message = each.messages.apply(new RandomMessages(SEED));
        assertThat(each.format.type()).isAssignableFrom(message.getClass());
    }

    @ParameterizedTest
    @MethodSource("formats")
    <T> void shouldCopyWhatCanChange(Case<T> each) {
        T message = each.messages.apply(new RandomMessages(SEED));
        T copy = each.format.copy(message);
        assertThat(copy).usingRecursiveComparison().isEqualTo(message);
        assertThat(copy == message).isEqualTo(each.format.isImmutable());
    }

    @Test
    void shouldRefuseAKindThatItDoesNotKnow() {
        byte[] unknown = new byte[64];
        unknown[0] = 99;
        assertFails(IOException.class, () -> Wire.read(new MatrixInput.Format(), unknown))
                .hasMessage("No matrix input has kind=99");
        assertFails(IOException.class, () -> Wire.read(new BroadcastInput.Format(), unknown))
                .hasMessage("No broadcast input has kind=99");
        assertFails(IOException.class, () -> Wire.read(new MergeInput.Format(), unknown))
                .hasMessage("No merge input has kind=99");
    }

    @Test
    void shouldCopyARecordDeeply() {
        RecordFormat format = new RecordFormat();
        var record = new RandomMessages(SEED).record();
        var copy = format.copy(record);
        copy.windowNumbers()[0]++;
        assertThat(record).isNotEqualTo(copy);
    }
}
