package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.message.BackendWriter;
import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.OidNames;
import dev.aimonflink.sql.type.PgBinary;
import dev.aimonflink.sql.type.PgText;
import dev.aimonflink.sql.type.PgType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers the messages of prepared statements. A client may send many of them before it reads: answers are sent at Sync or Flush, or when
 * there are many. Until then, statements for the job can wait in the {@link Pipeline}.
 *
 * <pre>
 *   client                                gateway
 *   Parse (name, text, types)         ->  ParseComplete
 *   Describe statement                ->  ParameterDescription, RowDescription or NoData
 *   Bind (portal, name, values)       ->  BindComplete
 *   Describe portal                   ->  RowDescription or NoData
 *   Execute (portal, most rows)       ->  DataRow ..., then PortalSuspended or CommandComplete
 *   Close                             ->  CloseComplete
 *   Sync                              ->  ReadyForQuery
 * </pre>
 */
final class ExtendedQueries {
    private final StatementPlanner planner;
    private final SessionState state;
    private final StatementExecutor execution;
    private final RowSender rows;
    private final Pipeline pipeline;
    private final OidNames names;
    private final BackendWriter out;

    /** @param names which rows of catalogs texts stand for */
    ExtendedQueries(
            StatementPlanner planner,
            SessionState state,
            StatementExecutor execution,
            RowSender rows,
            Pipeline pipeline,
            OidNames names,
            BackendWriter out) {
        this.planner = planner;
        this.state = state;
        this.execution = execution;
        this.rows = rows;
        this.pipeline = pipeline;
        this.names = names;
        this.out = out;
    }

    void parse(Frontend.Parse message) {
        execution.start();
        if (message.name().isEmpty()) {
            state.statements().close("");
        }
        List<PgType> given = new ArrayList<>();
        for (int oid : message.parameterTypes()) {
            given.add(
                    oid == 0
                            ? PgType.UNKNOWN
                            : PgType.ofOid(oid)
                                    .orElseThrow(() -> Failure.of(
                                            SqlState.UNDEFINED_OBJECT,
                                            "there is no type of number " + oid
                                                    + " here. Send 0 to have the type inferred.")));
        }
        Planned planned = state.transaction().hasFailed()
                ? planner.planEnding(message.sql())
                : planner.plan(message.sql(), given);
        state.statements().add(message.name(), new PreparedStatements.Prepared(message.sql(), planned));
        out.parseComplete();
    }

    void bind(Frontend.Bind message) {
        execution.start();
        PreparedStatements.Prepared prepared = state.statements().find(message.statement());
        Planned planned = prepared.planned();
        List<PgType> types = planned == null ? List.of() : planned.parameters();
        int count = message.values().size();
        if (count != types.size()) {
            throw Failure.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "bind message supplies " + count + " parameters, but prepared statement \"" + message.statement()
                            + "\" requires " + types.size());
        }
        requireFormats(message.formats(), count, "parameter");
        requireNotFailed(planned);
        if (message.portal().isEmpty()) {
            state.portals().close("");
        }
        state.portals().requireNone(message.portal());
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(value(message.values().get(i), types.get(i), message.formatOf(i), i + 1));
        }
        if (planned != null && planned.columns() != null) {
            requireFormats(message.resultFormats(), planned.columns().size(), "result");
        }
        long bytes = message.values().stream()
                .mapToLong(value -> value == null ? 0 : value.length)
                .sum();
        state.portals()
                .add(new Portal(
                        message.portal(), planned, prepared.text(), values, bytes, message.resultFormats(), false));
        out.bindComplete();
    }

    private static void requireFormats(List<Format> formats, int count, String kind) {
        if (formats.size() > 1 && formats.size() != count) {
            throw Failure.of(
                    SqlState.PROTOCOL_VIOLATION,
                    "bind message has " + formats.size() + " " + kind + " formats but " + count + " "
                            + (kind.equals("result") ? "columns" : "parameters"));
        }
    }

    private Object value(byte[] sent, PgType type, Format format, int number) {
        if (sent == null) {
            return null;
        }
        try {
            return format == Format.BINARY
                    ? PgBinary.read(type, sent)
                    : new PgText(state.settings().zone(), names).read(type, utf8(sent));
        } catch (SqlException wrong) {
            throw Failure.of(wrong.state(), wrong.getMessage() + " (parameter $" + number + ")");
        }
    }

    private static String utf8(byte[] sent) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(sent))
                    .toString();
        } catch (CharacterCodingException wrong) {
            throw new SqlException(
                    SqlState.INVALID_ENCODING,
                    SqlException.NOWHERE,
                    "invalid byte sequence for encoding \"UTF8\". Send texts in UTF-8.");
        }
    }

    private void requireNotFailed(Planned planned) {
        if (state.transaction().hasFailed() && (planned == null || !planned.endsTransaction())) {
            throw Transaction.failed();
        }
    }

    void describe(Frontend.Describe message) {
        execution.start();
        if (message.target() == Frontend.Target.STATEMENT) {
            Planned planned = state.statements().find(message.name()).planned();
            requireDescribable(planned);
            out.parameterDescription(
                    planned == null
                            ? List.of()
                            : planned.parameters().stream().map(PgType::oid).toList());
            describe(planned, List.of());
        } else {
            Portal portal = state.portals().find(message.name(), "portal");
            requireDescribable(portal.planned());
            describe(portal.planned(), portal.formats());
        }
    }

    /** A failed transaction cannot look up what a statement returns. */
    private void requireDescribable(Planned planned) {
        if (state.transaction().hasFailed() && planned != null && planned.columns() != null) {
            throw Transaction.failed();
        }
    }

    private void describe(Planned planned, List<Format> formats) {
        if (planned == null || planned.columns() == null) {
            out.noData();
        } else {
            out.rowDescription(planned.columns(), formats);
        }
    }

    /** Whether a message can be handled before the pipeline is answered. */
    boolean goesOn(Frontend message) {
        return message instanceof Frontend.Execute execute
                ? pipeline.hasRoomFor(state.portals().get(execute.portal()))
                : message instanceof Frontend.Parse
                        || message instanceof Frontend.Bind
                        || message instanceof Frontend.Describe
                        || message instanceof Frontend.Close;
    }

    void execute(Frontend.Execute message) throws IOException {
        execution.start();
        Portal portal = state.portals().find(message.portal(), "portal");
        if (portal.planned() == null) {
            out.emptyQuery();
            return;
        }
        if (pipeline.hasRoomFor(portal)) {
            pipeline.add(portal, message.maxRows());
            return;
        }
        if (portal.planned() instanceof CopyStatement copy) {
            copy(portal, copy);
            return;
        }
        run(portal);
        if (portal.rows().rows() == null) {
            out.commandComplete(portal.rows().tag());
        } else {
            rows.send(portal, message.maxRows());
        }
        if (!portal.planned().endsTransaction()) {
            execution.start();
            state.transaction().together();
        }
    }

    private void copy(Portal portal, CopyStatement copy) throws IOException {
        if (portal.hasBegun()) {
            throw cannotRun(portal);
        }
        portal.begin();
        execution.copy(
                copy.query(), portal.text(), portal.values(), (columns, pages) -> rows.sendCopy(copy, columns, pages));
        state.transaction().together();
    }

    private static Failure cannotRun(Portal portal) {
        return Failure.of(SqlState.NOT_IN_STATE, "portal \"" + portal.name() + "\" cannot be run");
    }

    private void run(Portal portal) {
        if (!portal.hasBegun()) {
            portal.begin();
            portal.ran(execution.run(portal.planned(), portal.text(), portal.values()));
            state.portals().requireRoom();
            return;
        }
        requireNotFailed(portal.planned());
        if (portal.rows() == null || portal.rows().rows() == null) {
            throw cannotRun(portal);
        }
    }

    void close(Frontend.Close message) {
        if (message.target() == Frontend.Target.STATEMENT) {
            state.statements().close(message.name());
        } else {
            state.portals().close(message.name());
        }
        out.closeComplete();
    }
}
