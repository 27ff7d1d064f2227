package dev.aimonflink.query.sqllogic;

/**
 * What answers the records of files, by the name that {@code skipif} and {@code onlyif} have for it.
 *
 * @param engines of which each answers over the tables of one file
 */
public record LogicSystem(String name, LogicEngine.Factory engines) {
    /** The name of PostgreSQL, for whose records we answer where files are not our own. */
    static final String POSTGRESQL = "postgresql";
}
