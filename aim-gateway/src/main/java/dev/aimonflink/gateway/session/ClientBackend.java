package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgText;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Serves one client, whatever protocol it speaks: has its settings, and plans and runs its statements. For one thread, except {@link
 * JobConnection#cancel} and {@link JobConnection#terminate}.
 */
final class ClientBackend implements Surroundings, RunningQueries.Backend {
    private final Gateway gateway;
    private final int processId;
    private final User user;
    private final StatementClient peer;
    private final SessionState state;
    private final Relations relations;
    private final StatementExecutor execution;
    private final StatementPlanner planner;

    /**
     * @param reported receives each new value of a setting that the client must know
     * @param notices receives warnings for the client
     */
    ClientBackend(
            Gateway gateway,
            int processId,
            User user,
            StatementClient peer,
            BiConsumer<String, String> reported,
            Consumer<SessionState.Notice> notices) {
        this.gateway = gateway;
        this.processId = processId;
        this.user = user;
        this.peer = peer;
        Transaction transaction = new Transaction(gateway.clock());
        Settings settings = new Settings(reported, transaction::hasSeenMatrix);
        settings.setUser(user.name());
        settings.setDefault(Settings.OUR_ISOLATION, gateway.limits().isolation().word());
        SharedMemory.Account memory = gateway.memory().account(user.name());
        state = new SessionState(
                settings,
                transaction,
                new PreparedStatements(memory::take),
                new Portals(memory::take),
                new JobConnection(
                        gateway.jobs(),
                        settings,
                        gateway.limits().statementTime(user),
                        peer::isGone,
                        gateway.users().of(user.name())),
                memory,
                notices);
        relations = new SessionRelations(gateway, user, state, this);
        execution = new StatementExecutor(gateway, state, this, user);
        planner = newPlanner();
    }

    private StatementPlanner newPlanner() {
        // Of queries inside other statements; there is a planner once one is planned.
        CursorCommands.Planning ofQueries = (text, given) -> planner().planInner(text, given);
        SettingCommands settings = new SettingCommands(
                state.settings(), state.transaction(), warning -> state.warn(SqlState.NO_ACTIVE_TRANSACTION, warning));
        Commands commands = new Commands(
                settings,
                new TransactionCommands(state, settings),
                new CursorCommands(state, ofQueries),
                new PreparedCommands(state, ofQueries, this::texts),
                ofQueries);
        return new StatementPlanner(
                state.job(),
                gateway.statements(),
                new ConnectionContext(relations, this),
                commands,
                execution,
                user.hiddenColumns());
    }

    SessionState state() {
        return state;
    }

    /** The catalogs as the user sees them. */
    Relations relations() {
        return relations;
    }

    StatementExecutor execution() {
        return execution;
    }

    StatementPlanner planner() {
        return planner;
    }

    /** Values as texts, in the client's zone. */
    PgText texts() {
        return new PgText(zone(), relations);
    }

    @Override
    public boolean end(int other, boolean isConnection) {
        boolean isThere = peer.end(other, user, isConnection);
        // It may be this one.
        state.job().check();
        return isThere;
    }

    @Override
    public String database() {
        return gateway.database();
    }

    @Override
    public String user() {
        return user.name();
    }

    @Override
    public String application() {
        return state.settings().find(Settings.APPLICATION_NAME).orElse("");
    }

    @Override
    public InetSocketAddress client() {
        return peer.address();
    }

    @Override
    public Instant transactionStart() {
        return state.transaction().start();
    }

    @Override
    public Instant statementStart() {
        return gateway.clock().instant();
    }

    @Override
    public ZoneId zone() {
        return state.settings().zone();
    }

    @Override
    public Optional<String> setting(String name) {
        return state.settings().find(name);
    }

    @Override
    public String set(String name, String value, boolean isLocal) {
        state.settings().set(name, value, isLocal);
        return state.settings().shown(name);
    }

    @Override
    public void sleep(Duration time) {
        state.job().sleep(time);
    }

    @Override
    public int processId() {
        return processId;
    }
}
