package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.StringSerializer;

/** The model in operator state: the first partition writes it for all, and each reads it. */
final class SavedModels {
    static final String NAME = "model";

    private final ListState<String> texts;

    SavedModels(OperatorStateStore store) throws Exception {
        texts = store.getUnionListState(new ListStateDescriptor<>(NAME, StringSerializer.INSTANCE));
    }

    List<Model> restored() throws Exception {
        Set<String> different = new HashSet<>();
        for (String text : texts.get()) {
            different.add(text);
        }
        List<Model> models = new ArrayList<>();
        for (String text : different) {
            models.add(ModelFile.parse(text, "the model in the savepoint"));
        }
        return models;
    }

    /** @param writes whether this is the partition that writes it for all */
    void write(Model model, boolean writes) throws Exception {
        texts.update(writes ? List.of(ModelFile.bare(model)) : List.of());
    }
}
