package dev.aimonflink.gateway.relation;

import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ForwardingRelationsTest {
    /** One that is not forwarded has a default, and nobody would notice. */
    @Test
    void shouldForwardEveryMethod() throws NoSuchMethodException {
        for (Method method : Relations.class.getMethods()) {
            assertThat(ForwardingRelations.class
                            .getMethod(method.getName(), method.getParameterTypes())
                            .getDeclaringClass())
                    .as(method.getName())
                    .isEqualTo(ForwardingRelations.class);
        }
    }
}
