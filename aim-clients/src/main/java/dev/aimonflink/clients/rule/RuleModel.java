package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.KnownModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.rules.format.RuleFile;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The model that rules are for.
 *
 * @param columns what names in rules mean
 * @param zone where days in rules begin
 */
public record RuleModel(MatrixSchema schema, EntityTables tables, RuleColumns columns, ZoneId zone) {
    public static RuleModel of(KnownModel known, ZoneId zone) {
        MatrixSchema schema = MatrixSchema.of(known.model());
        EntityTables tables = known.tables().get();
        return new RuleModel(schema, tables, new RuleColumns(Catalogues.tables(schema, tables)), zone);
    }

    public Model model() {
        return schema.model();
    }

    /** @throws dev.aimonflink.matrix.model.InvalidInputException with line and column of the first mistake */
    public List<Rule> rules(String yaml, String name) {
        return RuleFile.parse(yaml, name, zone, columns);
    }

    /** Names the schema that rules are checked for. */
    String checkedFor() {
        return Long.toString(schema.fingerprint());
    }

    /**
     * The rules that are true of an entity.
     *
     * @param leftOut gets why each other one is not
     * @throws InvalidInputException if there is none
     */
    public List<Rule> withoutEvents(List<Rule> rules, Consumer<String> leftOut) {
        List<Rule> without = new ArrayList<>();
        List<InvalidInputException> others = new ArrayList<>();
        for (Rule each : rules) {
            try {
                requireWithoutEvents(List.of(each));
                without.add(each);
            } catch (InvalidInputException needsEvent) {
                others.add(needsEvent);
            }
        }
        if (without.isEmpty() && !others.isEmpty()) {
            throw others.get(0);
        }
        others.forEach(each -> leftOut.accept(each.getMessage()));
        return without;
    }

    /** @throws InvalidInputException if one of the rules is about an event, so that nobody can say for whom it is true now */
    public void requireWithoutEvents(List<Rule> rules) {
        try {
            PreviewRules unused = new PreviewRules(rules, columns, nanos -> {});
        } catch (ModelException wrong) {
            throw new InvalidInputException(wrong.getMessage(), wrong);
        }
    }
}
