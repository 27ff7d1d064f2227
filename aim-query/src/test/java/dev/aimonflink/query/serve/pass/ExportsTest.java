package dev.aimonflink.query.serve.pass;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExportsTest {
    private static final byte[] PIECE = {1};

    private long nanos;
    private final Exports exports = new Exports(1_000, 2, () -> nanos);

    @Test
    void shouldForgetOneWhoseClientFetchesNothing() {
        assertThat(exports.begin("client", "x")).isNull();
        exports.keep("x", List.of(PIECE));
        nanos += Exports.MOST_NANOS;
        assertThat(exports.piece("client", "x", 0)).isEqualTo(PIECE);
        nanos += Exports.MOST_NANOS;
        exports.endForgotten();
        assertThat(exports.bytes()).isEqualTo(1);
        nanos++;
        exports.endForgotten();
        assertThat(exports.bytes()).isZero();
        assertThatThrownBy(() -> exports.piece("client", "x", 0))
                .isInstanceOf(QueryFailure.class)
                .hasMessageContaining("nobody fetched any for 60 s");
        assertThat(exports.begin("other", "y")).isNull();
    }

    @Test
    void shouldEndOneThatTakesVeryLong() {
        assertThat(exports.begin("client", "x")).isNull();
        exports.keep("x", List.of(PIECE));
        for (nanos = 0; nanos <= Exports.MOST_NANOS_IN_ALL; nanos += Exports.MOST_NANOS) {
            assertThat(exports.piece("client", "x", 0)).isEqualTo(PIECE);
        }
        assertThatThrownBy(() -> exports.piece("client", "x", 0)).isInstanceOf(QueryFailure.class);
    }

    @Test
    void shouldForgetOneWhoseScanNeverEnds() {
        assertThat(exports.begin("client", "x")).isNull();
        nanos += Exports.MOST_NANOS + 1;
        assertThat(exports.begin("other", "y")).isNull();
        exports.keep("x", List.of(PIECE));
        assertThat(exports.bytes()).isZero();
    }

    @Test
    void shouldMakePiecesThatFitAnAnswerOfAllPartitions() {
        assertThat(exports.pieceBytes()).isEqualTo(512 << 10);
        assertThat(new Exports(1, 100, () -> 0).pieceBytes()).isEqualTo((4 << 20) / 100);
    }
}
