package dev.aimonflink.gateway.server;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** A context that always has the present certificate, for a server that keeps the one it is given. */
final class PresentTls extends SSLContextSpi {
    private final Tls tls;

    private PresentTls(Tls tls) {
        this.tls = tls;
    }

    static SSLContext of(Tls tls) {
        SSLContext first = tls.current().context();
        return new Present(new PresentTls(tls), first);
    }

    private static final class Present extends SSLContext {
        private Present(PresentTls present, SSLContext first) {
            super(present, first.getProvider(), first.getProtocol());
        }
    }

    private SSLContext present() {
        return tls.current().context();
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("The certificate is that of the gateway.");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return present().getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return present().getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return present().createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return present().createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return present().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return present().getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return present().getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return present().getSupportedSSLParameters();
    }
}
