package dev.aimonflink.gateway.session;

/**
 * A statement that a client has prepared.
 *
 * @param planned null for the empty statement
 */
record Prepared(String text, Planned planned) {}
