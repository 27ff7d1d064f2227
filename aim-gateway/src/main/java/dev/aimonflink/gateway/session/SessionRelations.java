package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.describe.CatalogueFunction;
import dev.aimonflink.gateway.relation.ForwardingRelations;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import java.util.Optional;
import java.util.function.Supplier;

/** The relations of the gateway for one connection, with the queries of the job's catalogue as functions: their rows come from the job. */
final class SessionRelations extends ForwardingRelations {
    private final Gateway gateway;
    private final User user;
    private final Supplier<JobModel> model;
    private final Asker asker;

    SessionRelations(Gateway gateway, User user, Supplier<JobModel> model, Asker asker) {
        this.gateway = gateway;
        this.user = user;
        this.model = model;
        this.asker = asker;
    }

    @Override
    protected Relations others() {
        return gateway.relations().of(model.get(), user);
    }

    @Override
    public Optional<RowFunction> function(String name) {
        return CatalogueFunction.find(name, model.get(), user.hiddenColumns(), asker::answer)
                .or(() -> super.function(name));
    }
}
