package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.security.User;
import java.time.Duration;
import java.util.List;

/**
 * What viewers have in common who share an asker: others may see other columns, or have other limits.
 *
 * @param columns that name a row, if only changed rows are sent; else empty
 */
record WatchKey(User user, String statement, Duration interval, List<String> columns, boolean areNumbersTexts) {}
