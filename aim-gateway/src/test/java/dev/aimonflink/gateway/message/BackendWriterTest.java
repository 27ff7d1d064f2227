package dev.aimonflink.gateway.message;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The bytes that a client gets, with every byte that is no letter or digit written as its number. */
class BackendWriterTest {
    private static String written(Consumer<BackendWriter> message) throws IOException {
        BackendWriter writer = new BackendWriter();
        message.accept(writer);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.flush(out);
        assertThat(writer.size()).isZero();
        StringBuilder text = new StringBuilder();
        for (byte each : out.toByteArray()) {
            if (each > ' ' && each < 127) {
                text.append((char) each);
            } else {
                text.append('<').append(each & 0xFF).append('>');
            }
        }
        return text.toString();
    }

    /** Of a row whose value cannot be written, say. */
    @Test
    void shouldForgetAMessageThatIsNotFinished() throws IOException {
        assertThat(written(writer -> {
                    writer.beginRow(2);
                    writer.value(new byte[] {1});
                    writer.readyForQuery('I');
                }))
                .isEqualTo("Z<0><0><0><5>I");
    }

    @Test
    void shouldWriteHowASessionBegins() throws IOException {
        assertThat(written(writer -> writer.encryption(true))).isEqualTo("S");
        assertThat(written(writer -> writer.encryption(false))).isEqualTo("N");
        assertThat(written(BackendWriter::authenticationOk)).isEqualTo("R<0><0><0><8><0><0><0><0>");
        assertThat(written(writer -> writer.authenticationSasl(List.of("A", "B"))))
                .isEqualTo("R<0><0><0><13><0><0><0><10>A<0>B<0><0>");
        assertThat(written(writer -> writer.saslContinue("r=1"))).isEqualTo("R<0><0><0><11><0><0><0><11>r=1");
        assertThat(written(writer -> writer.saslFinal("v=1"))).isEqualTo("R<0><0><0><11><0><0><0><12>v=1");
        assertThat(written(writer -> writer.parameterStatus("a", "b"))).isEqualTo("S<0><0><0><8>a<0>b<0>");
        assertThat(written(writer -> writer.backendKeyData(258, new byte[] {1, 2, 3, 4, 5})))
                .isEqualTo("K<0><0><0><13><0><0><1><2><1><2><3><4><5>");
        assertThat(written(writer -> writer.negotiateProtocolVersion(2, List.of("_pq_.x"))))
                .isEqualTo("v<0><0><0><19><0><3><0><2><0><0><0><1>_pq_.x<0>");
        assertThat(written(writer -> writer.readyForQuery('I'))).isEqualTo("Z<0><0><0><5>I");
    }

    @Test
    void shouldWriteRows() throws IOException {
        List<PgColumn> columns =
                List.of(new PgColumn("a", PgType.INT8), new PgColumn("b", PgType.NUMERIC, PgColumn.numeric(12, 4)));
        assertThat(written(writer -> writer.rowDescription(columns, List.of(Format.TEXT, Format.BINARY))))
                .isEqualTo("T<0><0><0>.<0><2>"
                        + "a<0><0><0><0><0><0><0><0><0><0><20><0><8><255><255><255><255><0><0>"
                        + "b<0><0><0><0><0><0><0><0><0><6><164><255><255><0><12><0><8><0><1>");
        assertThat(written(writer -> {
                    writer.beginRow(2);
                    writer.value(new byte[] {'4', '2'});
                    writer.value(null);
                    writer.endRow();
                }))
                .isEqualTo("D<0><0><0><16><0><2><0><0><0><2>42<255><255><255><255>");
        assertThat(written(writer -> writer.commandComplete("BEGIN"))).isEqualTo("C<0><0><0><10>BEGIN<0>");
        assertThat(written(BackendWriter::emptyQuery)).isEqualTo("I<0><0><0><4>");
        assertThat(written(BackendWriter::portalSuspended)).isEqualTo("s<0><0><0><4>");
    }

    @Test
    void shouldWriteWhatStatementsAre() throws IOException {
        assertThat(written(BackendWriter::noData)).isEqualTo("n<0><0><0><4>");
        assertThat(written(BackendWriter::parseComplete)).isEqualTo("1<0><0><0><4>");
        assertThat(written(BackendWriter::bindComplete)).isEqualTo("2<0><0><0><4>");
        assertThat(written(BackendWriter::closeComplete)).isEqualTo("3<0><0><0><4>");
        assertThat(written(writer -> writer.parameterDescription(List.of(20, 25))))
                .isEqualTo("t<0><0><0><14><0><2><0><0><0><20><0><0><0><25>");
    }

    /** By which pgjdbc prepares a statement again. */
    @Test
    void shouldNameTheRoutineThatFindsAChangedPlan() throws IOException {
        assertThat(written(writer -> writer.error(
                        new ErrorFields(ErrorFields.Severity.ERROR, SqlState.NOT_SUPPORTED, ErrorFields.CHANGED_PLAN))))
                .endsWith("RRevalidateCachedQuery<0><0>");
    }

    @Test
    void shouldWriteErrorsAndNotices() throws IOException {
        assertThat(written(writer -> writer.error(new ErrorFields(
                        ErrorFields.Severity.ERROR, SqlState.UNDEFINED_COLUMN, "no\0x", "detail", "hint", 8))))
                .isEqualTo("E<0><0><0>;SERROR<0>VERROR<0>C42703<0>Mno<32>x<0>Ddetail<0>Hhint<0>P8<0><0>"
                        .replace(";", String.valueOf((char) (4 + 7 + 7 + 7 + 6 + 8 + 6 + 3 + 1))));
        assertThat(written(writer -> writer.notice(
                        new ErrorFields(ErrorFields.Severity.WARNING, SqlState.NO_ACTIVE_TRANSACTION, "m"))))
                .isEqualTo("N<0><0><0><33>SWARNING<0>VWARNING<0>C25P01<0>Mm<0><0>".replace("<33>", "!"));
    }

    @Test
    void shouldCountCharactersAsPostgresDoes() {
        String sql = "select '\ud83d\ude00', x";
        SqlException failure = new SqlException(SqlState.UNDEFINED_COLUMN, sql.indexOf('x'), "m");
        assertThat(ErrorFields.of(ErrorFields.Severity.ERROR, failure, sql).position())
                .isEqualTo(13);
        assertThat(ErrorFields.position(sql, SqlException.NOWHERE)).isZero();
        assertThat(ErrorFields.position(sql, 0)).isEqualTo(1);
    }

    @Test
    void shouldWriteCopies() throws IOException {
        assertThat(written(writer -> writer.copyOutResponse(Format.TEXT, 2)))
                .isEqualTo("H<0><0><0><11><0><0><2><0><0><0><0>");
        assertThat(written(writer -> writer.copyData("a,b".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo("d<0><0><0><7>a,b");
        assertThat(written(BackendWriter::copyDone)).isEqualTo("c<0><0><0><4>");
    }

    @Test
    void shouldDropTheRowThatIsTooLongAndKeepWhatWasBeforeIt() throws IOException {
        MessageBuffer buffer = new MessageBuffer();
        buffer.begin('1');
        buffer.end();
        buffer.begin('D');
        byte[] part = new byte[MessageBuffer.MAX_BYTES / 2];
        buffer.bytes(part);

        assertThatThrownBy(() -> buffer.bytes(part))
                .hasMessage("A row or a group of rows has more than 268435456 bytes. Select fewer columns.");

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.flush(out);
        assertThat(out.toByteArray()).containsExactly('1', 0, 0, 0, 4);
    }
}
