package dev.aimonflink.query.ask.answer;

import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.MergeWork;
import dev.aimonflink.query.ask.cut.SentValues;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.scan.FragmentScan;
import dev.aimonflink.query.compute.scan.FragmentsScan;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.rows.StopCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Several statements, two at least, that are answered together from the same cut of each partition; if one fails, all fail. They share the
 * time of one statement, in each partition and in the merger.
 */
public record SqlBatch(List<SqlQuery> statements, AnswerLimits limits) implements ScanQuery {
    public static final int MAX_STATEMENTS = 16;

    @Override
    public byte[] tableValues() {
        List<Partial> ofStatements = new ArrayList<>();
        statements.forEach(each -> ofStatements.add(each.valuesOfTables()));
        return SentValues.toBytes(ofStatements);
    }

    @Override
    public Set<String> columns() {
        Set<String> columns = new TreeSet<>();
        statements.forEach(each -> columns.addAll(each.columns()));
        return columns;
    }

    @Override
    public int positionOf(String column) {
        return statements.stream()
                .mapToInt(each -> each.positionOf(column))
                .filter(position -> position != QueryError.InSql.NOWHERE)
                .findFirst()
                .orElse(QueryError.InSql.NOWHERE);
    }

    @Override
    public int shapeHash() {
        return statements.stream().map(SqlQuery::shapeHash).toList().hashCode();
    }

    @Override
    public boolean isWrittenAs(Scannable equal) {
        return equal instanceof SqlBatch that
                && IntStream.range(0, statements.size())
                        .allMatch(i -> statements.get(i).isWrittenAs(that.statements.get(i)));
    }

    @Override
    public long rowsToMerge(long sentRows) {
        return statements.stream().mapToLong(each -> each.rowsToMerge(sentRows)).reduce(0, MergeWork::sum);
    }

    @Override
    public boolean isReusable() {
        return true;
    }

    @Override
    public Scan open(ScanContext context) {
        List<FragmentScan> fragments = new ArrayList<>();
        statements.forEach(each -> fragments.addAll(each.scans(context)));
        return new FragmentsScan(fragments, limits);
    }

    @Override
    public QueryError error(TooManyGroupsException tooMany) {
        return SqlFailures.tooMany(tooMany);
    }

    @Override
    public List<QueryResult.Table> tables(Partial merged, List<Part> parts) {
        List<QueryResult.Table> tables = new ArrayList<>();
        StopCheck check = limits.mergeCheck();
        int first = 0;
        for (SqlQuery each : statements) {
            tables.add(
                    new QueryResult.Table(each.answerColumns(), each.answerTypes(), each.answer(merged, first, check)));
            first += each.cut().fragments().size();
        }
        return tables;
    }

    /** The columns of the first statement. */
    @Override
    public List<String> answerColumns() {
        return statements.get(0).answerColumns();
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return statements.get(0).answer(merged);
    }
}
