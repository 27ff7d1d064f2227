package dev.aimonflink.gateway.session;

/** The version that the gateway reports. Some clients choose their statements by it. */
final class Versions {
    /** Of PostgreSQL: of which the catalogs and the language here have what clients ask. */
    static final String SERVER = "16.4 (AIM on Flink)";

    static final String NUMBER = "160004";

    private Versions() {}
}
