package dev.aimonflink.gateway.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.gateway.session.Gateway;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.gateway.session.StatementClient;
import dev.aimonflink.gateway.topics.AlertFeed;
import dev.aimonflink.gateway.topics.RulesDesk;
import dev.aimonflink.matrix.setup.EventFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A gateway without ports, for one agent that this process belongs to. For one thread. */
public final class McpSessions implements AutoCloseable {
    private static final User USER = new User("aim", null);
    private static final int PROCESS_ID = 1;

    private final JobWay way;
    private final ModelWatch watch;
    private final Gateway gateway;
    private final AlertFeed alerts;
    private final McpServer server;

    /** The agent runs on this machine. It cannot cancel statements of others. */
    private static final class Agent implements StatementClient {
        @Override
        public boolean isGone() {
            return false;
        }

        @Override
        public InetSocketAddress address() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        }

        @Override
        public boolean end(int processId, User by, boolean isConnection) {
            return false;
        }
    }

    /**
     * @param way closed with this
     * @param format of the job's events
     * @param areShadowsPut whether the agent may put rules whose effects are only counted
     * @param version of this program
     */
    public McpSessions(JobWay way, JobTopics topics, EventFormat format, boolean areShadowsPut, String version) {
        this.way = way;
        watch = new ModelWatch(way);
        gateway = Gateway.of(
                way, watch, new RunningQueries(RunningQueries.SLOW, ended -> {}), Gateway.Limits.USUAL, USER.name());
        alerts = new AlertFeed(topics);
        server = new McpServer(
                new McpTools(watch::requireKnown, new RulesDesk(topics, format), alerts, areShadowsPut), version);
        watch.start();
    }

    public McpServer.Reply answer(JsonNode message) throws IOException {
        return server.answer(message, step -> {
            RequestSession session = new RequestSession(gateway, PROCESS_ID, USER, new Agent());
            try {
                session.set("application_name", "mcp");
                step.in(session);
            } finally {
                session.end();
            }
        });
    }

    @Override
    public void close() {
        alerts.close();
        watch.close();
        way.close();
    }
}
