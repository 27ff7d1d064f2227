package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import java.time.ZoneId;
import java.util.List;

/** Files of rules for the calls of the papers. */
final class Rules {
    static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
    static final RuleColumns COLUMNS =
            new RuleColumns(new MatrixTables(CallModel.schema(42), PresetModels.tables(), CallModel.tableAliases()));

    private Rules() {}

    static List<Rule> parse(String yaml) {
        return RuleFile.parse(yaml, "rules.yaml", ZONE, COLUMNS);
    }
}
