package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads a YAML file that is a list of rules. */
public final class RuleFile {
    public static final int MAX_CHARACTERS = 4 * 1024 * 1024;

    private static final String EXAMPLE = "'- {id: dear, when: event.amount > 100}'";

    private RuleFile() {}

    /**
     * @param name of the text in messages
     * @throws dev.aimonflink.matrix.model.InvalidInputException with the name, line and column, what is wrong and how to fix it
     */
    public static List<Rule> parse(String yaml, String name, ZoneId zone, RuleColumns columns) {
        YamlFile file = new YamlFile(name, yaml);
        Node root = file.root(MAX_CHARACTERS, "a list of rules such as " + EXAMPLE);
        if (!(root instanceof SequenceNode list)) {
            throw file.wrong(
                    root, "The file is no list of rules. Begin each rule with a dash, such as " + EXAMPLE + ".");
        }
        if (list.getValue().isEmpty()) {
            throw file.wrong(root, "The list has no rules. Write one such as " + EXAMPLE + ".");
        }
        RuleYaml reader = RuleYaml.ofFile(file, zone, columns);
        List<Rule> rules = new ArrayList<>();
        // By id, the member of the list.
        Map<String, Integer> members = new HashMap<>();
        for (int i = 0; i < list.getValue().size(); i++) {
            Node each = list.getValue().get(i);
            for (Rule rule : reader.rules(each)) {
                Integer other = members.put(rule.id(), i);
                if (other != null) {
                    throw file.wrong(
                            reader.idOf(each),
                            other == i
                                    ? twice(rule)
                                    : twice(rule, list.getValue().get(other)));
                }
                rules.add(rule);
            }
            if (rules.size() > Rule.MAX_RULES) {
                throw file.wrong(
                        each,
                        "Up to here there are " + rules.size() + " rules, more than " + Rule.MAX_RULES
                                + ". Write one rule for several thresholds, or take some out.");
            }
        }
        return rules;
    }

    private static String twice(Rule ofTemplate) {
        return "Two rules of the template have the id '" + ofTemplate.id()
                + "'. Write a parameter into it that differs, such as 'id: dear-{limit}'.";
    }

    private static String twice(Rule rule, Node first) {
        return "The id '" + rule.id() + "' is that of the rule in line "
                + first.getStartMark().map(mark -> mark.getLine() + 1).orElse(1) + ", too. Give it another.";
    }
}
