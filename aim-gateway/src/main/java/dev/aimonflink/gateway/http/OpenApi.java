package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Describes the addresses to programs; to callers who may ask, also the columns of a row. */
final class OpenApi implements Endpoint {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CallSessions requests;
    private final Authentication authentication;

    OpenApi(CallSessions requests, Authentication authentication) {
        this.requests = requests;
        this.authentication = authentication;
    }

    @Override
    public void answer(Call call) throws IOException {
        ObjectNode document;
        try (InputStream in = OpenApi.class.getResourceAsStream("openapi.json")) {
            document = (ObjectNode) JSON.readTree(in);
        }
        if (call.header("Authorization").isPresent()) {
            call.caller(authentication.caller(call));
        }
        JobModel job = requests.gateway().watch().known();
        if (job != null && call.caller() != null && call.caller().may().contains(Permission.ASK)) {
            describe(
                    call,
                    job.tables().ownNames().get(0),
                    document.withObject("/components/schemas/Row").putObject("properties"));
        }
        call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), JSON.writeValueAsBytes(document));
    }

    private void describe(Call call, String table, ObjectNode properties) throws IOException {
        for (Object[] row : requests.rows(
                call,
                "SELECT column_name, data_type, description, unit FROM aim.columns WHERE table_name = $1",
                table)) {
            ObjectNode column = properties.putObject((String) row[0]);
            types((String) row[1]).forEach(column.putArray("type")::add);
            if (row[2] != null) {
                column.put(Model.DESCRIPTION, (String) row[2]);
            }
            if (row[3] != null) {
                column.put("x-unit", (String) row[3]);
            }
        }
    }

    /** As {@link RowsWriter} writes them. */
    private static List<String> types(String ofColumn) {
        return switch (ofColumn) {
            case "smallint", "integer", "bigint", "numeric", "double precision" -> List.of("number", "string", "null");
            case "boolean" -> List.of("boolean", "null");
            default -> List.of("string", "null");
        };
    }
}
