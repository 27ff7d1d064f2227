package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.server.Connections;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.gateway.session.StatementClient;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Asks for callers: each call is a session of its own, with the user's rights and limits. Thread-safe. */
final class CallSessions {
    static final String PROGRESS = "Aim-Progress";
    static final String FRESHNESS = "Aim-Freshness";

    private static final String APPLICATION = "http";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Gateway gateway;
    private final Connections connections;

    CallSessions(Gateway gateway, Connections connections) {
        this.gateway = gateway;
        this.connections = connections;
    }

    /** What is done in a session. */
    interface Asking {
        void with(RequestSession session) throws IOException;
    }

    static ObjectNode newObject() {
        return JSON.createObjectNode();
    }

    Gateway gateway() {
        return gateway;
    }

    /** Whether there was one of this number to end; likewise {@link Connections#end}. */
    boolean end(int processId, User by) {
        return connections.end(processId, by, false);
    }

    /**
     * Who asks, and from where.
     *
     * @param application as {@code application_name} has it
     */
    record Client(User user, InetSocketAddress address, String application) {}

    void run(Call call, Asking asking) throws IOException {
        Client client = new Client(
                call.caller(), call.client(), call.header("Aim-Application").orElse(APPLICATION));
        run(client, session -> {
            call.header(FRESHNESS).ifPresent(wanted -> {
                if (wanted.equals("now")) {
                    session.set("aim.freshness", "on");
                } else {
                    session.require(wanted);
                }
            });
            asking.with(session);
        });
    }

    void run(Client client, Asking asking) throws IOException {
        RequestSession session =
                new RequestSession(gateway, connections.nextId(), client.user(), new Peer(client.address()));
        connections.began(session);
        try {
            session.set("application_name", client.application());
            asking.with(session);
        } finally {
            connections.ended(session);
            session.end();
        }
    }

    /** What a statement of ours returns for a caller. */
    List<Object[]> rows(Call call, String statement, String... values) throws IOException {
        List<Object[]> rows = new ArrayList<>();
        run(call, session -> rows.addAll(session.look(statement, values)));
        return rows;
    }

    /** Asks a statement of ours, and sends what it returns as rows. */
    void answer(Call call, String statement, String... values) throws IOException {
        AnswerFormat format = AnswerFormat.of(call);
        run(call, session -> send(call, session.answer(statement, List.of(values)), format));
    }

    void send(Call call, RequestSession.Answer answer, AnswerFormat format) throws IOException {
        RowsWriter writer = writer(call, answer, format);
        call.answer(HttpStatus.OK, format.type(), out -> writer.write(format, out));
    }

    void send(Call call, RequestSession.Answer answer, Iterator<List<Object[]>> pages, AnswerFormat format)
            throws IOException {
        RowsWriter writer = writer(call, answer, format);
        call.answer(HttpStatus.OK, format.type(), out -> writer.write(format, pages, out));
    }

    private static RowsWriter writer(Call call, RequestSession.Answer answer, AnswerFormat format) {
        RowsWriter writer = new RowsWriter(answer, areNumbersTexts(call));
        writer.requireFitting(format);
        if (!answer.progress().isEmpty()) {
            call.say(PROGRESS, answer.progress());
        }
        return writer;
    }

    static boolean areNumbersTexts(Call call) {
        String given = call.inQuery("numbers");
        if (given != null && !given.equals("text")) {
            throw HttpRefusal.badRequest(
                    "numbers=" + Spelling.shortened(given) + " is none. Give numbers=text, or leave it out.");
        }
        return given != null;
    }

    /** Nobody sees a client leave before its answer is written, because the server alone reads its connection. */
    private final class Peer implements StatementClient {
        private final InetSocketAddress address;

        private Peer(InetSocketAddress address) {
            this.address = address;
        }

        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public InetSocketAddress address() {
            return address;
        }

        @Override
        public boolean end(int processId, User by, boolean isConnection) {
            return connections.end(processId, by, isConnection);
        }
    }
}
