package dev.aimonflink.query.serve.format.result;

import dev.aimonflink.query.serve.request.QueryResult;

/**
 * What one record of the results topic says.
 *
 * @param result with the rows of this record
 * @param chunk null if this is the whole result
 */
public record ResultRecord(QueryResult result, ResultChunk chunk) {}
