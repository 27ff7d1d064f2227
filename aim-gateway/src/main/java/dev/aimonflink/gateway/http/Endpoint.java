package dev.aimonflink.gateway.http;

import java.io.IOException;

/** Answers the calls of one method and one kind of path. */
@FunctionalInterface
interface Endpoint {
    /**
     * @throws dev.aimonflink.gateway.ask.Failure why it does not
     * @throws HttpRefusal likewise
     * @throws IOException if the client has gone
     */
    void answer(Call call) throws IOException;
}
