package dev.aimonflink.gateway.session;

/** The version that the gateway reports, by which some clients choose their statements. */
final class Versions {
    /** The PostgreSQL version whose catalogs and language this gateway sufficiently covers. */
    static final String SERVER = "16.4 (AIM on Flink)";

    static final String NUMBER = "160004";

    private Versions() {}
}
