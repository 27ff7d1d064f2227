package dev.aimonflink.job.message;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MessageTypeTest {
    private final MessageType<MatrixInput> type = new MessageType<>(new MatrixInput.Format());

    @Test
    void shouldMakeTheSerializerOfItsFormat() {
        assertThat(type.getTypeClass()).isEqualTo(MatrixInput.class);
        assertThat(type.createSerializer(new SerializerConfigImpl()))
                .isEqualTo(new MessageSerializer<>(new MatrixInput.Format()));
    }

    @Test
    void shouldBeAsGoodAsAnotherOfTheSameFormat() throws Exception {
        MessageType<BroadcastInput> other = new MessageType<>(new BroadcastInput.Format());
        assertThat(type)
                .isEqualTo(InstantiationUtil.clone(type))
                .hasSameHashCodeAs(new MessageType<>(new MatrixInput.Format()))
                .hasToString("MatrixInput")
                .isNotEqualTo(other);
        assertThat(type.canEqual(other)).isTrue();
        assertThat(type.canEqual("MatrixInput")).isFalse();
    }

    @Test
    void shouldBeOneFieldThatIsNoKey() {
        assertThat(type.isBasicType()).isFalse();
        assertThat(type.isTupleType()).isFalse();
        assertThat(type.isKeyType()).isFalse();
        assertThat(type.getArity()).isEqualTo(1);
        assertThat(type.getTotalFields()).isEqualTo(1);
    }
}
