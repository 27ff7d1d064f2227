package dev.aimonflink.gateway.message;

import java.util.List;
import java.util.Map;

/** Writes messages as a client does. */
public final class FrontendWriter {
    private static final int VERSION_3 = 3 << 16;
    private static final int NULL = -1;

    private FrontendWriter() {}

    /** @param minor of the protocol's version 3 */
    public static byte[] begin(int minor, Map<String, String> options) {
        Bytes body = new Bytes().int32(VERSION_3 + minor);
        options.forEach((name, value) -> body.text(name).text(value));
        return Bytes.startup(body.int8(0));
    }

    /** A startup message that is a number and what comes behind it. */
    public static byte[] request(int code, byte[] rest) {
        return Bytes.startup(new Bytes().int32(code).bytes(rest));
    }

    public static byte[] bytes(Frontend message) {
        if (message instanceof Frontend.Query query) {
            return Bytes.message('Q', new Bytes().text(query.sql()));
        } else if (message instanceof Frontend.Parse parse) {
            Bytes body = new Bytes().text(parse.name()).text(parse.sql());
            body.int16(parse.parameterTypes().size());
            parse.parameterTypes().forEach(body::int32);
            return Bytes.message('P', body);
        } else if (message instanceof Frontend.Bind bind) {
            return Bytes.message('B', bind(bind));
        } else if (message instanceof Frontend.Describe describe) {
            return Bytes.message('D', named(describe.target(), describe.name()));
        } else if (message instanceof Frontend.Execute execute) {
            return Bytes.message('E', new Bytes().text(execute.portal()).int32(execute.maxRows()));
        } else if (message instanceof Frontend.Close close) {
            return Bytes.message('C', named(close.target(), close.name()));
        } else if (message instanceof Frontend.Password password) {
            return Bytes.message('p', new Bytes().bytes(password.body()));
        } else if (message instanceof Frontend.CopyData data) {
            return Bytes.message('d', new Bytes().bytes(data.data()));
        } else if (message instanceof Frontend.CopyFail fail) {
            return Bytes.message('f', new Bytes().text(fail.reason()));
        }
        return Bytes.message(letterOfEmpty(message), new Bytes());
    }

    private static char letterOfEmpty(Frontend message) {
        if (message instanceof Frontend.Flush) {
            return 'H';
        } else if (message instanceof Frontend.Sync) {
            return 'S';
        } else if (message instanceof Frontend.CopyDone) {
            return 'c';
        } else if (message instanceof Frontend.FunctionCall) {
            return 'F';
        }
        return message instanceof Frontend.Unknown unknown ? unknown.letter() : 'X';
    }

    private static Bytes bind(Frontend.Bind bind) {
        Bytes body = new Bytes().text(bind.portal()).text(bind.statement());
        formats(body, bind.formats());
        body.int16(bind.values().size());
        for (byte[] value : bind.values()) {
            if (value == null) {
                body.int32(NULL);
            } else {
                body.int32(value.length).bytes(value);
            }
        }
        formats(body, bind.resultFormats());
        return body;
    }

    private static void formats(Bytes body, List<Format> formats) {
        body.int16(formats.size());
        formats.forEach(format -> body.int16(format.ordinal()));
    }

    private static Bytes named(Frontend.Target target, String name) {
        return new Bytes().int8(target == Frontend.Target.STATEMENT ? 'S' : 'P').text(name);
    }
}
