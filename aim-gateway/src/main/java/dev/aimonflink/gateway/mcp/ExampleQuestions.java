package dev.aimonflink.gateway.mcp;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.session.RequestSession;
import dev.aimonflink.matrix.model.Names;
import dev.aimonflink.sql.type.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Statements to begin with, over what a user sees of a job's model. */
public final class ExampleQuestions {
    private static final String COLUMNS =
            "SELECT column_name, data_type, other_names FROM aim.columns WHERE table_name = $1 AND is_kept";

    /** As names of aggregates end. Other numbers may be those of kinds. */
    private static final Pattern OVER_A_WINDOW = Pattern.compile(".*_(this|last)_.*");

    private static final Set<String> NUMBERS = Set.of("smallint", "integer", "bigint", "numeric", "double precision");

    private ExampleQuestions() {}

    /** @param table the matrix as statements name it */
    public static List<String> of(JobModel job, String table, RequestSession session) {
        String key = Names.folded(job.model().event().key().name());
        String group = null;
        String figure = null;
        String keyColumn = null;
        for (Object[] row : session.look(COLUMNS, table)) {
            String name = (String) row[0];
            if (name.equals(key) || key.equals(row[2])) {
                keyColumn = QuotedText.name(name);
            } else if (row[1].equals("text") && (group == null || (!group.contains("_") && name.contains("_")))) {
                // Of a table beside it, if there is one: many have it in common.
                group = QuotedText.name(name);
            } else if (figure == null
                    && NUMBERS.contains(row[1])
                    && OVER_A_WINDOW.matcher(name).matches()) {
                figure = QuotedText.name(name);
            }
        }
        List<String> examples = new ArrayList<>(List.of("SELECT count(*) FROM " + table));
        if (group != null && figure != null) {
            examples.add("SELECT " + group + ", count(*), max(" + figure + ") FROM " + table + " GROUP BY " + group
                    + " ORDER BY 3 DESC NULLS LAST LIMIT 10");
        }
        if (figure != null && keyColumn != null) {
            examples.add("SELECT " + keyColumn + ", " + figure + " FROM " + table + " ORDER BY " + figure
                    + " DESC NULLS LAST LIMIT 10");
        }
        return examples;
    }
}
